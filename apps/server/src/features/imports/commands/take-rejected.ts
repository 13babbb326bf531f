import type { ImportJob } from '@quincena/domain/imports/schema'
import { writeAudit } from '../../../lib/audit.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps } from '../../../lib/deps.ts'
import { getImport } from '../queries.ts'

/**
 * Records the export of the rejected rows in the audit trail and returns what the file needs. Throws `import.not_found`
 * (404).
 */
export async function takeRejected(
  deps: Deps,
  context: ActContext,
  id: number,
): Promise<Pick<ImportJob, 'id' | 'kind'> & { headers: string[] }> {
  const { kind, file_name, rejected_count } = await getImport(deps, context, id)
  const after = { list: 'Filas rechazadas', file_name, format: 'xlsx', rows: rejected_count }
  return deps.db.transaction().execute(async (trx) => {
    const { headers } = await trx
      .selectFrom('import_job')
      .select('headers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      ...{ context, action: 'list.exported', subject: 'import', subject_id: id, after },
    })
    return { id, kind, headers }
  })
}
