import type { RowProblem } from '@quincena/domain/imports/schema'
import { type MessageCode, messageOf } from '@quincena/domain/messages'
import { isGenericRfc } from '@quincena/domain/mexico/rfc'
import type { UserForm } from '@quincena/domain/users/forms'
import { type Actor, isAdmin } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { findOpenTransferUsers, findPayoutReturnUsers } from '../commands/blockers.ts'
import {
  bankColumns,
  type Changes,
  changesOf,
  payoutColumns,
  type StoredUser,
} from '../commands/user-changes.ts'

export interface WorkerRow {
  number: number
  form: UserForm
}

/** Result of matching an import row with the stored users. */
export type WorkerMatch =
  | { kind: 'create'; row: WorkerRow }
  | { kind: 'update'; row: WorkerRow; stored: StoredUser; changes: Changes }
  | { kind: 'unchanged'; row: WorkerRow }
  | { kind: 'reject'; row: WorkerRow; problems: RowProblem[] }

const uniqueFields = ['key', 'rfc', 'debit_card_number', 'bank_account_number'] as const

/** The values that only one user may have; a key is unique within its company. */
type Holding = Pick<StoredUser, (typeof uniqueFields)[number] | 'bank' | 'company_id'>

function marksOf(values: Holding): Map<(typeof uniqueFields)[number], string> {
  const { key, rfc, debit_card_number, bank, bank_account_number, company_id } = values
  return new Map([
    ['key', key === null ? '' : `key ${company_id} ${key}`],
    ['rfc', rfc === null || isGenericRfc(rfc) ? '' : `rfc ${rfc}`],
    ['debit_card_number', debit_card_number === null ? '' : `clabe ${debit_card_number}`],
    ['bank_account_number', bank_account_number === null ? '' : `account ${bank} ${bank_account_number}`],
  ])
}

function holdingOf(form: UserForm, company_id: number): Holding {
  const { key, rfc, bank = null, debit_card_number = null, bank_account_number = null } = form
  return { key, rfc, bank, debit_card_number, bank_account_number, company_id }
}

const conflictCodes: Record<(typeof uniqueFields)[number], MessageCode> = {
  key: 'user.key_taken',
  rfc: 'user.rfc_taken',
  debit_card_number: 'user.debit_card_taken',
  bank_account_number: 'user.bank_account_taken',
}

/** Maps each unique value in the rows to the id of the user who has it. */
async function readHolders(db: Db | Trx, company_id: number, forms: readonly UserForm[]) {
  const values = (field: 'rfc' | 'debit_card_number' | 'bank_account_number') =>
    forms.flatMap((form) => form[field] ?? [])
  const keys = forms.map(({ key }) => key)
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'company_id', 'bank', ...uniqueFields])
    .where((eb) =>
      eb.or([
        eb('rfc', 'in', values('rfc')),
        eb('debit_card_number', 'in', values('debit_card_number')),
        eb('bank_account_number', 'in', values('bank_account_number')),
        eb.and([eb('company_id', '=', company_id), eb('key', 'in', keys)]),
      ]),
    )
    .execute()
  return new Map(rows.flatMap((row) => [...marksOf(row).values()].map((mark) => [mark, row.id] as const)))
}

interface Existing {
  by_curp: Map<string, StoredUser>
  by_email: Map<string, StoredUser>
  holders: Map<string, number>
  open: Set<number>
  returned: Set<number>
}

async function readExisting(
  db: Db | Trx,
  { company_id, rows, lock }: { company_id: number; rows: readonly WorkerRow[]; lock: boolean },
): Promise<Existing> {
  const forms = rows.map(({ form }) => form)
  const curps = forms.map(({ curp }) => curp)
  const emails = forms.map(({ email }) => email)
  const people = await db
    .selectFrom('app_user')
    .selectAll()
    .where((eb) => eb.or([eb('curp', 'in', curps), eb('email', 'in', emails)]))
    // Locks in the order of ids, so that two imports cannot deadlock.
    .orderBy('id')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  const ids = people.map(({ id }) => id)
  return {
    by_curp: new Map(people.map((person) => [person.curp ?? '', person])),
    by_email: new Map(people.map((person) => [person.email, person])),
    holders: await readHolders(db, company_id, forms),
    open: await findOpenTransferUsers(db, ids),
    returned: await findPayoutReturnUsers(db, ids),
  }
}

const problem = (field: string, code: MessageCode): RowProblem => ({ field, message: messageOf(code) })

/** Why an import may not change this user at all; null if it may. */
function personProblem(stored: StoredUser, form: UserForm, company_id: number): RowProblem | null {
  const field = stored.curp === form.curp ? 'curp' : 'email'
  if (stored.user_type !== 'U2') return problem(field, 'import.staff_row')
  if (stored.company_id !== null && stored.company_id !== company_id)
    return problem(field, 'import.other_company_row')
  return stored.is_active ? null : problem(field, 'import.inactive_row')
}

function findConflicts(
  existing: Existing,
  form: UserForm,
  { id, company_id }: { id?: number; company_id: number },
) {
  const marks = marksOf(holdingOf(form, company_id))
  const problems = uniqueFields.flatMap((field) => {
    const holder = existing.holders.get(marks.get(field) ?? '')
    return marks.get(field) === '' || holder === undefined || holder === id
      ? []
      : [problem(field, conflictCodes[field])]
  })
  const same_email = existing.by_email.get(form.email)
  if (same_email !== undefined && same_email.id !== id) problems.push(problem('email', 'user.email_taken'))
  return problems
}

/** The columns that a row would change; empty cells change nothing. */
function changesFrom(stored: StoredUser, form: UserForm, company_id: number): Changes {
  const { key, user_type: _, password: __, email_confirm: ___, is_staff: ____, ...patch } = form
  const changes = changesOf(stored, { ...patch, company: company_id })
  return stored.key === key ? changes : { ...changes, key }
}

/**
 * Bank data must not change during an open transfer. While a returned payout waits to be sent again, only an admin may
 * change bank data or the e-mail address.
 */
function moneyProblem(existing: Existing, user: Actor, { id, changes }: { id: number; changes: Changes }) {
  const isBank = bankColumns.some((column) => column in changes)
  if (isBank && existing.open.has(id)) return problem('debit_card_number', 'user.open_transfer')
  if (isAdmin(user) || !existing.returned.has(id)) return null
  if (isBank) return problem('debit_card_number', 'field.forbidden')
  return payoutColumns.some((column) => column in changes) ? problem('email', 'field.forbidden') : null
}

function checkRow(
  existing: Existing,
  row: WorkerRow,
  { user, company_id }: { user: Actor; company_id: number },
): WorkerMatch {
  const { form } = row
  const stored = existing.by_curp.get(form.curp) ?? existing.by_email.get(form.email)
  if (stored === undefined) {
    const problems = findConflicts(existing, form, { company_id })
    return problems.length > 0 ? { kind: 'reject', row, problems } : { kind: 'create', row }
  }
  const untouchable = personProblem(stored, form, company_id)
  if (untouchable !== null) return { kind: 'reject', row, problems: [untouchable] }
  const changes = changesFrom(stored, form, company_id)
  if (Object.keys(changes).length === 0) return { kind: 'unchanged', row }
  const problems = findConflicts(existing, form, { id: stored.id, company_id })
  const money = moneyProblem(existing, user, { id: stored.id, changes })
  if (money !== null) problems.push(money)
  return problems.length > 0 ? { kind: 'reject', row, problems } : { kind: 'update', row, stored, changes }
}

/**
 * Plans what a batch of a few hundred import rows would do, matched by CURP, then by e-mail. With `lock`, inside a
 * transaction that writes, the matched users stay locked until it ends. Always four queries.
 */
export async function matchWorkers(
  db: Db | Trx,
  input: { user: Actor; company_id: number; rows: readonly WorkerRow[]; lock: boolean },
): Promise<WorkerMatch[]> {
  if (input.rows.length === 0) return []
  const existing = await readExisting(db, input)
  return input.rows.map((row) => checkRow(existing, row, input))
}
