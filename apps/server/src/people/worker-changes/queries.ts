import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { formatMoney } from '@quincena/domain/format'
import { isoOf } from '../../command/clock.ts'
import type { Db, Trx } from '../../db/types.ts'
import type { WorkerChangeTables } from '../../db/worker-change-types.ts'
import type { Deps } from '../../deps.ts'

/** So long an unconfirmed change keeps its worker from signing; an unconfirmed creation has no end. */
const changeDays = 30

function selectOpen(db: Db | Trx) {
  return db.selectFrom('worker_change').where('confirmed_at', 'is', null)
}

/** True if another person still has to confirm what staff wrote of a worker: their creation, or a change of 30 days. */
export async function isUnconfirmed(
  deps: Pick<Deps, 'clock'>,
  db: Db | Trx,
  { user_id, changed_by }: { user_id: number; changed_by?: number },
): Promise<boolean> {
  const since = isoOf(deps.clock().subtract({ hours: 24 * changeDays }))
  let query = selectOpen(db).select('id').where('user_id', '=', user_id)
  query = query.where((eb) => eb.or([eb('field', '=', 'created'), eb('changed_at', '>', since)]))
  if (changed_by !== undefined) query = query.where('changed_by', '=', changed_by)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** True if a change of a worker up to `last_id`, or of an upload, is open. */
export async function hasOpenChange(
  db: Db | Trx,
  of: { user_id: number; last_id: number } | { import_id: number },
): Promise<boolean> {
  const open = selectOpen(db).select('id')
  const query =
    'import_id' in of
      ? open.where('import_id', '=', of.import_id)
      : open.where('user_id', '=', of.user_id).where('id', '<=', of.last_id)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

const labels: Record<WorkerChangeTables['worker_change']['field'], string> = {
  created: 'Alta',
  salary: 'Sueldo quincenal',
  company: 'Empresa',
  email: 'Correo',
  account: 'Cuenta',
}

/** The data of a new worker that decide who gets money, and how much. */
async function linesOfNew(db: Db | Trx, user_id: number): Promise<ApprovalLine[]> {
  const { salary, company, email, account } = await db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .select(['biweekly_salary_cents as salary', 'company.name as company', 'app_user.email'])
    .select('debit_card_number as account')
    .where('app_user.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return [
    { label: labels.company, value: company ?? '—' },
    { label: labels.salary, value: salary === null ? '—' : formatMoney(salary) },
    { label: labels.email, value: email },
    { label: labels.account, value: account === null ? '—' : `Terminada en ${account.slice(-4)}` },
  ]
}

/** What the confirming person reads of a worker: every open change with the old and the new value. */
export async function describeChanges(db: Db | Trx, user_id: number): Promise<ApprovalLine[]> {
  const rows = await selectOpen(db).selectAll().where('user_id', '=', user_id).orderBy('id').execute()
  const isNew = rows.some(({ field }) => field === 'created')
  const changes = rows
    .filter(({ field }) => field !== 'created')
    .map(({ field, before_text, after_text }) => ({
      ...{ label: labels[field], value: after_text ?? '—', before: before_text ?? '—' },
    }))
  return [...(isNew ? await linesOfNew(db, user_id) : []), ...changes]
}

/** The numbers of new and of changed workers of an upload that are open. */
export async function countUploaded(db: Db | Trx, import_id: number) {
  return selectOpen(db)
    .select((eb) => [
      eb.fn.count<number>('user_id').distinct().filterWhere('field', '=', 'created').as('created'),
      eb.fn.count<number>('user_id').distinct().filterWhere('field', '<>', 'created').as('changed'),
    ])
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow()
}
