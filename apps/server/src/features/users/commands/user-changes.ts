import type { UserPatch } from '@quincena/domain/users/forms'
import { keptBankData } from '@quincena/domain/users/rules'
import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../../../db/types.ts'

export type StoredUser = Selectable<Database['app_user']>
type Value = string | number | boolean | null
export type Changes = Updateable<Database['app_user']>

export const bankColumns = ['bank', 'debit_card_number', 'bank_account_number'] as const
/** What says where a worker's money goes: the account, and the address that the password which may change it is reset by. */
export const redirectingColumns = ['email', ...bankColumns] as const

const columns = new Map([
  ['company', 'company_id'],
  ['biweekly_salary', 'biweekly_salary_cents'],
])
const fields = new Map([...columns].map(([field, column]) => [column, field]))

const columnOf = (field: string) => columns.get(field) ?? field

/** The name on the wire of a column. */
export const fieldOf = (column: string) => fields.get(column) ?? column

/** What the patch says of the row, as columns; an empty text is none. Bank data only for workers. */
function wantedValues(stored: StoredUser, patch: UserPatch): Map<string, Value> {
  const { current_password: _, ...fields } = patch
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  const wanted = new Map(
    named.map(([field, value]) => [columnOf(field), value === '' ? null : (value ?? null)]),
  )

  const user_type = patch.user_type ?? stored.user_type
  const sent = Object.fromEntries(
    bankColumns.flatMap((column) => (wanted.has(column) ? [[column, wanted.get(column)]] : [])),
  )
  const kept = keptBankData(user_type, { ...bankOf(stored), ...sent })
  for (const column of bankColumns) wanted.set(column, kept[column] ?? null)
  if (user_type === 'U2') wanted.set('is_staff', false)
  return wanted
}

/** The bank data of a row. */
export function bankOf({ bank, debit_card_number, bank_account_number }: StoredUser) {
  return { bank, debit_card_number, bank_account_number }
}

/** The columns that would differ from what is stored: forms send whole people, and what stays the same asks for no right. */
export function changesOf(stored: StoredUser, patch: UserPatch): Changes {
  const now = new Map<string, unknown>(Object.entries(stored))
  const differing = [...wantedValues(stored, patch)].filter(([column, value]) => now.get(column) !== value)
  // Keys and values are those that the patch's schema let through, under their columns' names.
  return Object.fromEntries(differing) as Changes
}

/** Another account has none of the card that went with the old one, unless it came along. */
export function withoutOldCard(stored: StoredUser, changes: Changes): Changes {
  const isOld = 'debit_card_number' in changes && !('card_last4' in changes)
  if (!isOld || (stored.card_last4 === null && stored.card_holder === null)) return changes
  return { ...changes, card_last4: null, card_holder: null }
}

const secret = new Set<string>(['debit_card_number', 'bank_account_number'])

function shownValue(column: string, value: unknown): unknown {
  return secret.has(column) && typeof value === 'string' ? `…${value.slice(-4)}` : value
}

/** Before and after for the audit trail; of accounts the last four digits. */
export function auditedChanges(stored: StoredUser, changes: Changes) {
  const now = new Map<string, unknown>(Object.entries(stored))
  const after = Object.entries(changes).map(([column, value]) => [column, shownValue(column, value)])
  const before = Object.keys(changes).map((column) => [column, shownValue(column, now.get(column))])
  return { before: Object.fromEntries(before), after: Object.fromEntries(after) }
}
