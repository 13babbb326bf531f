import { writeAudit } from '../../../lib/audit.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps } from '../../../lib/deps.ts'
import { getImport, rejectedFile } from '../queries.ts'

/** The rejected rows of an upload as a file; who took it goes to the audit trail first. Throws `import.not_found` (404). */
export async function takeRejected(deps: Deps, context: ActContext, id: number): Promise<Uint8Array> {
  const { rejected_count, ...job } = await getImport(deps, context, id)
  await deps.db.transaction().execute((trx) =>
    writeAudit(deps, trx, {
      ...{ context, action: 'list.exported', subject: 'import', subject_id: id },
      after: { list: 'Filas rechazadas', file_name: job.file_name, format: 'xlsx', rows: rejected_count },
    }),
  )
  return rejectedFile(deps, job)
}
