import type { Db } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import type { ListKey } from './stored-list.ts'

/**
 * Returns the stored orders of a list with one of these tracking keys; with `since` only those read at that instant or
 * later, because a page of a growing day may have been read hours ago.
 */
export async function findListed(
  db: Db,
  { operation_date, order_type }: ListKey,
  { tracking_keys, since = null }: { tracking_keys: readonly string[]; since?: string | null },
): Promise<StpOrder[]> {
  if (tracking_keys.length === 0) return []
  const rows = await db
    .selectFrom('stp_listed_order')
    .select('facts')
    .where('operation_date', '=', operation_date)
    .where('order_type', '=', order_type)
    .where('tracking_key', 'in', tracking_keys)
    .$if(since !== null, (query) => query.where('read_at', '>=', since))
    .orderBy('stp_id')
    .execute()
  return rows.map(({ facts }) => facts)
}
