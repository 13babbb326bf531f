import type { UserPatch } from '@quincena/domain/users/forms'
import { keptBankData } from '@quincena/domain/users/rules'
import type { Selectable } from 'kysely'
import type { Database } from '../../../db/types.ts'
import type { AccountChanges } from '../../accounts/commands.ts'

export type StoredUser = Selectable<Database['app_user']>
type Value = string | number | boolean | null
export type Changes = AccountChanges

export const bankColumns = ['bank', 'debit_card_number', 'bank_account_number'] as const
/**
 * The columns that decide where a worker's money goes: the account, and the e-mail address that can reset the password
 * which protects it.
 */
export const payoutColumns = ['email', ...bankColumns] as const

const columns = new Map([
  ['company', 'company_id'],
  ['biweekly_salary', 'biweekly_salary_cents'],
])
const fields = new Map([...columns].map(([field, column]) => [column, field]))

const columnOf = (field: string) => columns.get(field) ?? field

/** The API field of a column. */
export const fieldOf = (column: string) => fields.get(column) ?? column

/** The columns that the patch sets; an empty text becomes null. Bank data is kept only for workers. */
function patchedValues(stored: StoredUser, patch: UserPatch): Map<string, Value> {
  const { current_password: _, version: __, ...fields } = patch
  const fieldValues = Object.entries(fields).filter(([, value]) => value !== undefined)
  const values = new Map(
    fieldValues.map(([field, value]) => [columnOf(field), value === '' ? null : (value ?? null)]),
  )

  const user_type = patch.user_type ?? stored.user_type
  const sent = Object.fromEntries(
    bankColumns.flatMap((column) => (values.has(column) ? [[column, values.get(column)]] : [])),
  )
  const kept = keptBankData(user_type, { ...parseBank(stored), ...sent })
  for (const column of bankColumns) values.set(column, kept[column] ?? null)
  if (user_type === 'U2') values.set('is_staff', false)
  return values
}

/** The bank columns of a user's row. */
export function parseBank({ bank, debit_card_number, bank_account_number }: StoredUser) {
  return { bank, debit_card_number, bank_account_number }
}

/** The columns that differ from the stored row: forms send all fields, and unchanged ones need no permission. */
export function changesOf(stored: StoredUser, patch: UserPatch): Changes {
  const now = new Map<string, unknown>(Object.entries(stored))
  const differing = [...patchedValues(stored, patch)].filter(([column, value]) => now.get(column) !== value)
  // The patch's schema has checked keys and values; here the keys are column names.
  return Object.fromEntries(differing) as Changes
}

/** Clears the card data of the old account when the account changes, unless the change brings new card data. */
export function withoutOldCard(stored: StoredUser, changes: Changes): Changes {
  const isOld = 'debit_card_number' in changes && !('card_last4' in changes)
  if (!isOld || (stored.card_last4 === null && stored.card_holder === null)) return changes
  return { ...changes, card_last4: null, card_holder: null }
}

const secret = new Set<string>(['debit_card_number', 'bank_account_number'])

function shownValue(column: string, value: unknown): unknown {
  return secret.has(column) && typeof value === 'string' ? `…${value.slice(-4)}` : value
}

/** Old and new values for the audit trail; of account numbers only the last four digits. */
export function auditedChanges(stored: StoredUser, changes: Changes) {
  const now = new Map<string, unknown>(Object.entries(stored))
  const after = Object.entries(changes).map(([column, value]) => [column, shownValue(column, value)])
  const before = Object.keys(changes).map((column) => [column, shownValue(column, now.get(column))])
  return { before: Object.fromEntries(before), after: Object.fromEntries(after) }
}
