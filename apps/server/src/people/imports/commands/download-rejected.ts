import type { ImportJob } from '@quincena/domain/imports/schema'
import type { CommandContext } from '../../../command/context.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { getImport } from '../queries/imports.ts'

/**
 * Records the export of the rejected rows in the audit trail and returns what the file needs. Throws `import.not_found`
 * (404).
 */
export async function downloadRejected(
  deps: Deps,
  context: CommandContext,
  id: number,
): Promise<Pick<ImportJob, 'id' | 'kind'> & { headers: string[] }> {
  const { kind, file_name, rejected_count } = await getImport(deps.db, context, id)
  const after = { list: 'Filas rechazadas', file_name, format: 'xlsx', rows: rejected_count }
  return deps.db.transaction().execute(async (trx) => {
    const { headers } = await trx
      .selectFrom('import_job')
      .select('headers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, { context, action: 'list.exported', subject: ['import', id], after })
    return { id, kind, headers }
  })
}
