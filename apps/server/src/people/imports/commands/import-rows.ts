import type { RowOutcome, RowProblem } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { type Selectable, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isAdmin, isStaff } from '../../../command/context.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { importCompanies } from '../../companies/commands/import-companies.ts'
import { importWorkers } from '../../users/commands/import-workers.ts'
import { askUploadConfirmation } from '../../worker-changes/commands.ts'
import { companyRows, type FormRow, type Outcome, outcomeOf, workerRows } from '../queries/plan-rows.ts'

type StoredJob = Selectable<Database['import_job']>
type Uploader = Awaited<ReturnType<typeof uploaderOf>>

/** The import, locked, so that concurrent jobs take different rows. Undefined if it is finished. */
async function lockJob(trx: Trx, id: number): Promise<StoredJob | undefined> {
  return trx
    .selectFrom('import_job')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'finished')
    .forUpdate()
    .executeTakeFirst()
}

/** The user who uploaded the file, with their current data. */
function uploaderOf(trx: Trx, { uploaded_by }: StoredJob) {
  return trx
    .selectFrom('app_user')
    .select(['id', 'user_type', 'company_id', 'is_active'])
    .where('id', '=', uploaded_by)
    .executeTakeFirstOrThrow()
}

/** The command context of the import: its user, with their current rights. */
const contextOf = ({ ip }: StoredJob, { id, user_type, company_id }: Uploader): CommandContext => ({
  user: { id, user_type, company_id },
  ...{ session_id: null, ip, user_agent: null },
})

/** True if the user may upload such a file now, by the rules of the routes: workers by staff, companies by an admin. */
function mayUpload({ kind }: StoredJob, user: Uploader): boolean {
  return user.is_active && (kind === 'users' ? isStaff(user) : isAdmin(user))
}

/** Rejects all remaining rows. */
async function refuseRest(trx: Trx, { id }: StoredJob) {
  const problems = JSON.stringify([{ field: '', message: messageOf('import.uploader_changed') }])
  await sql`
    with refused as (
      update import_row set outcome = 'rejected', form = null, problems = ${problems}::jsonb
      where job_id = ${id} and outcome is null
      returning number)
    update import_job set rejected_count = rejected_count + (select count(*) from refused) where id = ${id}`.execute(
    trx,
  )
}

async function nextRows(trx: Trx, job_id: number, limit: number): Promise<FormRow[]> {
  const rows = await trx
    .selectFrom('import_row')
    .select(['number', 'form'])
    .where('job_id', '=', job_id)
    .where('outcome', 'is', null)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.flatMap(({ number, form }) => (form === null ? [] : [{ number, form }]))
}

const noCounts = { created: 0, updated: 0, unchanged: 0, rejected: 0 } satisfies Record<RowOutcome, number>

/** Stores the results of rows; only rejected rows keep their cells. */
async function storeOutcomes(deps: Deps, trx: Trx, { job, results }: { job: StoredJob; results: Outcome[] }) {
  await sql`
    update import_row set outcome = r.outcome, form = null,
      cells = case when r.outcome = 'rejected' then cells end,
      problems = case when r.outcome = 'rejected' then r.problems end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(number integer, outcome text, problems jsonb)
    where job_id = ${job.id} and import_row.number = r.number`.execute(trx)
  const counts = { ...noCounts }
  for (const { outcome } of results) counts[outcome] += 1
  await trx
    .updateTable('import_job')
    .set({
      state: 'running',
      created_count: job.created_count + counts.created,
      updated_count: job.updated_count + counts.updated,
      unchanged_count: job.unchanged_count + counts.unchanged,
      rejected_count: job.rejected_count + counts.rejected,
    })
    .where('id', '=', job.id)
    .execute()
  await notifyUploader(deps, trx, job)
}

async function notifyUploader(deps: Deps, trx: Trx, { id, uploaded_by }: StoredJob) {
  await deps.events.publish(trx, { topic: 'import', id, user_ids: [uploaded_by], staff: false })
}

const number = new Intl.NumberFormat('es-MX')

function summary(job: StoredJob): string {
  const part = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${number.format(count)} ${count === 1 ? one : many}`]
  const parts = [
    ...part(job.created_count, 'alta', 'altas'),
    ...part(job.updated_count, 'cambio', 'cambios'),
    ...part(job.unchanged_count, 'sin cambios', 'sin cambios'),
    ...part(job.rejected_count, 'rechazada', 'rechazadas'),
  ]
  return `${job.file_name}: ${parts.join(', ')}.`
}

const titles = {
  users: 'Terminó la carga de usuarios',
  companies: 'Terminó la carga de empresas',
} satisfies Record<StoredJob['kind'], string>

async function finish(deps: Deps, trx: Trx, job: StoredJob) {
  await trx
    .updateTable('import_job')
    .set({ state: 'finished', finished_at: isoOf(deps.clock()) })
    .where('id', '=', job.id)
    .execute()
  const { created_count, updated_count, unchanged_count, rejected_count } = job
  const context = contextOf(job, await uploaderOf(trx, job))
  await writeAudit(deps, trx, {
    context,
    action: 'import.finished',
    subject: ['import', job.id],
    after: { created_count, updated_count, unchanged_count, rejected_count },
  })
  await notify(deps, trx, {
    recipient_id: job.uploaded_by,
    title: titles[job.kind],
    message: summary(job),
    reason_key: `import:${job.id}`,
  })
  const { id: import_id, file_name } = job
  await askUploadConfirmation(deps, trx, { context, import_id, file_name })
  await notifyUploader(deps, trx, job)
  // Reloads the staff lists, and the people or companies shown, once for the whole import.
  const topic = job.kind === 'users' ? 'user' : 'company'
  await deps.events.publish(trx, { topic, id: 0, user_ids: [], staff: true })
}

async function importForms(
  deps: Deps,
  trx: Trx,
  { job, context, rows }: { job: StoredJob; context: CommandContext; rows: FormRow[] },
) {
  const { company_id, created_count } = job
  const matches =
    company_id === null
      ? await importCompanies(deps, trx, { context, rows: companyRows(rows) })
      : await importWorkers(deps, trx, {
          context,
          import_id: job.id,
          company_id,
          rows: workerRows(rows),
          created_count,
        })
  return matches.map(outcomeOf)
}

/**
 * Imports the next rows, at most `limit`, and stores their results in the same transaction. Returns false if none was
 * left and the import is finished. Rejects the remaining rows if the user may no longer upload. If a row violates a
 * constraint, it throws and imports nothing.
 */
export function importRows(deps: Deps, import_id: number, limit: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const job = await lockJob(trx, import_id)
    if (job === undefined) return false
    const rows = await nextRows(trx, import_id, limit)
    if (rows.length === 0) {
      await finish(deps, trx, job)
      return false
    }
    const uploader = await uploaderOf(trx, job)
    if (!mayUpload(job, uploader)) {
      await refuseRest(trx, job)
      return true
    }
    const results = await importForms(deps, trx, { job, context: contextOf(job, uploader), rows })
    await storeOutcomes(deps, trx, { job, results })
    return true
  })
}

/** Rejects the import's next row, which the database refused. */
export function rejectNextRow(deps: Deps, import_id: number, problems: RowProblem[]): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const job = await lockJob(trx, import_id)
    const [row] = job === undefined ? [] : await nextRows(trx, import_id, 1)
    if (job === undefined || row === undefined) return false
    await storeOutcomes(deps, trx, { job, results: [{ number: row.number, outcome: 'rejected', problems }] })
    return true
  })
}
