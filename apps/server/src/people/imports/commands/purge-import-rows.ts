import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Deletes the rows of imports that finished 30 days ago: rejected rows contain personal data of people who were not
 * imported.
 */
export async function purgeImportRows(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 30 * 24 }))
  await deps.db
    .deleteFrom('import_row')
    .where('job_id', 'in', (eb) => eb.selectFrom('import_job').select('id').where('finished_at', '<', limit))
    .execute()
}
