import { formatMoney } from '@quincena/domain/format'
import { maskedEnd } from '@quincena/domain/masking'
import { sql } from 'kysely'
import { isoOf } from '../../command/clock.ts'
import { type CommandContext, isStaff } from '../../command/context.ts'
import type { Trx } from '../../db/types.ts'
import type { WorkerChangeTables } from '../../db/worker-change-types.ts'
import type { Deps } from '../../deps.ts'
import { requestApproval } from '../../platform/approvals/commands/request-approval.ts'
import { confirmUpload, confirmWorker } from './handlers.ts'
import { hasOpenChange, listUnconfirmed } from './queries.ts'

type Field = WorkerChangeTables['worker_change']['field']

interface WorkerData {
  first_name?: string | undefined
  last_name?: string | undefined
  rfc?: string | null | undefined
  curp?: string | null | undefined
  company_id?: number | null | undefined
  biweekly_salary_cents?: number | null | undefined
  email?: string | null | undefined
  debit_card_number?: string | null | undefined
}

interface ChangeSource {
  context: CommandContext
  user_id: number
  /** The upload that wrote it; null: a form, whose change is confirmed alone. */
  import_id: number | null
}

async function nameOf(trx: Trx, company_id: number | null | undefined) {
  if (typeof company_id !== 'number') return null
  const company = trx.selectFrom('company').select('name').where('id', '=', company_id)
  return (await company.executeTakeFirst())?.name ?? null
}

const salaryText = (cents: number | null | undefined) =>
  typeof cents === 'number' ? formatMoney(cents) : null
const accountText = (account: string | null | undefined) =>
  typeof account === 'string' ? `Terminada en ${account.slice(-4)}` : null

const nameText = ({ first_name, last_name }: WorkerData) => `${first_name} ${last_name}`

interface Change {
  field: Field
  before_text: string | null
  after_text: string | null
}

async function textsOf(trx: Trx, stored: WorkerData, changes: WorkerData): Promise<Change[]> {
  const texts: Change[] = []
  const add = (field: Field, before_text: string | null | undefined, after_text: string | null | undefined) =>
    texts.push({ field, before_text: before_text ?? null, after_text: after_text ?? null })
  if ('biweekly_salary_cents' in changes)
    add('salary', salaryText(stored.biweekly_salary_cents), salaryText(changes.biweekly_salary_cents))
  if ('company_id' in changes)
    add('company', await nameOf(trx, stored.company_id), await nameOf(trx, changes.company_id))
  if ('email' in changes) add('email', stored.email, changes.email)
  if ('debit_card_number' in changes)
    add('account', accountText(stored.debit_card_number), accountText(changes.debit_card_number))
  if ('first_name' in changes || 'last_name' in changes)
    add('name', nameText(stored), nameText({ ...stored, ...changes }))
  if ('rfc' in changes) add('rfc', stored.rfc, changes.rfc)
  if ('curp' in changes)
    add('curp', stored.curp && maskedEnd(stored.curp), changes.curp && maskedEnd(changes.curp))
  return texts
}

async function insertChanges(
  deps: Deps,
  trx: Trx,
  rows: readonly (Change & Omit<ChangeSource, 'context'> & { changed_by: number })[],
): Promise<number> {
  const changed_at = isoOf(deps.clock())
  const all = (column: keyof (typeof rows)[number]) => rows.map((row) => row[column])
  const stored = await sql<{ last_id: number | null }>`
    with stored as (
      insert into worker_change (user_id, field, before_text, after_text, import_id, changed_by, changed_at)
      select *, ${changed_at}::timestamptz
      from unnest(${all('user_id')}::bigint[], ${all('field')}::text[], ${all('before_text')}::text[],
        ${all('after_text')}::text[], ${all('import_id')}::bigint[], ${all('changed_by')}::bigint[])
      returning id)
    select max(id) as last_id from stored`.execute(trx)
  const last_id = stored.rows[0]?.last_id ?? null
  if (last_id === null) throw new Error('a change of a worker has no row')
  return last_id
}

const created: Change = { field: 'created', before_text: null, after_text: null }

/** Keeps that staff created workers, and asks another person to confirm it unless an upload asks for all. */
export async function recordCreation(
  deps: Deps,
  trx: Trx,
  { context, user_ids, import_id }: Omit<ChangeSource, 'user_id'> & { user_ids: readonly number[] },
): Promise<void> {
  if (user_ids.length === 0) return
  const changed_by = context.user.id
  const rows = user_ids.map((user_id) => ({ ...created, user_id, import_id, changed_by }))
  const last_id = await insertChanges(deps, trx, rows)
  if (import_id !== null) return
  for (const user_id of user_ids)
    await requestApproval(deps, trx, { context, action: confirmWorker, payload: { user_id, last_id } })
}

/**
 * Keeps what staff changed of a worker's salary, company, e-mail, account, name, RFC and CURP, and asks another person to
 * confirm it unless an upload asks for all. Does nothing if none of them changed, or if the workers themselves changed
 * them.
 */
export async function recordChanges(
  deps: Deps,
  trx: Trx,
  {
    context,
    user_id,
    import_id,
    stored,
    changes,
  }: ChangeSource & { stored: WorkerData; changes: WorkerData },
): Promise<void> {
  if (!isStaff(context.user)) return
  const changed_by = context.user.id
  const texts = await textsOf(trx, stored, changes)
  if (texts.length === 0) return
  const rows = texts.map((text) => ({ ...text, user_id, import_id, changed_by }))
  const last_id = await insertChanges(deps, trx, rows)
  if (import_id !== null) return
  await requestApproval(deps, trx, { context, action: confirmWorker, payload: { user_id, last_id } })
}

/** Asks again for the confirmation of a worker's open changes, if one of them has no open request: it was refused. */
export async function askAgain(
  deps: Deps,
  trx: Trx,
  { context, user_id }: { context: CommandContext; user_id: number },
): Promise<void> {
  const open = await listUnconfirmed(trx, user_id)
  if (open.every(({ approval }) => approval !== null)) return
  const last_id = Math.max(...open.map(({ id }) => id))
  await requestApproval(deps, trx, { context, action: confirmWorker, payload: { user_id, last_id } })
}

/** Asks another person to confirm, once, all that a finished upload changed of workers. */
export async function askUploadConfirmation(
  deps: Deps,
  trx: Trx,
  { context, import_id, file_name }: { context: CommandContext; import_id: number; file_name: string },
): Promise<void> {
  if (!(await hasOpenChange(trx, { import_id }))) return
  await requestApproval(deps, trx, { context, action: confirmUpload, payload: { import_id, file_name } })
}
