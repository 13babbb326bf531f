import type { ImportKind } from '@quincena/domain/imports/schema'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { ReadFile } from '../rules/read-spreadsheet.ts'

export interface NewImport {
  kind: ImportKind
  /** The company of the workers; null if the file contains companies. */
  company_id: number | null
  file_name: string
  file_sha256: Buffer
  file: ReadFile
}

async function insertJob(
  deps: Deps,
  trx: Trx,
  { context, start }: { context: CommandContext; start: NewImport },
) {
  const { kind, company_id, file_name, file_sha256, file } = start
  return trx
    .insertInto('import_job')
    .values({
      ...{ kind, company_id, file_name, file_sha256, uploaded_by: context.user.id, ip: context.ip },
      headers: JSON.stringify(file.headers),
      fields: JSON.stringify(file.fields),
      rows_total: file.rows_total,
      created_at: isoOf(deps.clock()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

async function earlierJob(trx: Trx, { id }: CommandContext['user'], start: NewImport): Promise<number> {
  const earlier = await trx
    .selectFrom('import_job')
    .select('id')
    .where('uploaded_by', '=', id)
    .where('kind', '=', start.kind)
    .where('company_id', start.company_id === null ? 'is' : '=', start.company_id)
    .where('file_sha256', '=', start.file_sha256)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return earlier.id
}

/**
 * Inserts the JSON of the reading process without parsing it; rows that do not fill a form are stored as rejected, and
 * counted.
 */
async function insertRows(trx: Trx, job_id: number, batches: AsyncIterable<string>) {
  for await (const batch of batches) {
    await sql`
      insert into import_row (job_id, number, cells, form, problems, outcome)
      select ${job_id}, (r ->> 0)::integer, r -> 1, nullif(r -> 2, 'null'), nullif(r -> 3, 'null'),
        case when r -> 2 = 'null' then 'rejected' end
      from jsonb_array_elements(${batch}::jsonb) r`.execute(trx)
  }
  await sql`
    update import_job set rejected_count = (
      select count(*) from import_row where job_id = ${job_id} and outcome = 'rejected')
    where id = ${job_id}`.execute(trx)
}

/**
 * Stores all rows of a file while they are validated, and queues the job that imports them, in one transaction. The same file, sent again while
 * its import runs, is the same import. Returns its id.
 */
export function startImport(deps: Deps, context: CommandContext, start: NewImport): Promise<{ job: number }> {
  return runCommand(deps, context, async (trx) => {
    const inserted = await insertJob(deps, trx, { context, start })
    if (inserted === undefined) return { job: await earlierJob(trx, context.user, start) }
    const { id } = inserted
    await insertRows(trx, id, start.file.batches)
    await deps.queue.send(trx, 'take-import', { import_id: id })
    const { kind, company_id, file_name, file } = start
    await writeAudit(deps, trx, {
      ...{ context, action: 'import.started', subject: ['import', id] },
      after: { kind, company_id, file_name, rows_total: file.rows_total },
    })
    return { job: id }
  })
}
