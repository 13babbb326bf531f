import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { ListKey } from '../queries/stored-list.ts'

/** An unfinished reading of a finished day is continued this long; later its first pages would be too old. */
const continuedFor = { hours: 12 }

/**
 * Starts a reading of a list, or continues the unfinished one that the hour's queries did not suffice for. Only the
 * reading of a finished day is continued (`closed_at` is the end of the day; null: the day is not over), because its
 * list no longer changes. Returns its number and its start.
 */
export async function startReading(
  deps: Deps,
  { operation_date, order_type }: ListKey,
  closed_at: string | null,
): Promise<{ reading: number; started_at: string }> {
  const now = isoOf(deps.clock())
  const oldest = isoOf(deps.clock().subtract(continuedFor))
  const isContinued = sql<boolean>`stp_list.whole_reading is distinct from stp_list.reading
    and stp_list.started_at >= greatest(${closed_at}::timestamptz, ${oldest}::timestamptz)
    and ${closed_at}::timestamptz is not null`
  return deps.db
    .insertInto('stp_list')
    .values({ operation_date, order_type, reading: 1, started_at: now })
    .onConflict((conflict) =>
      conflict.columns(['operation_date', 'order_type']).doUpdateSet({
        reading: sql`case when ${isContinued} then stp_list.reading else stp_list.reading + 1 end`,
        started_at: sql`case when ${isContinued} then stp_list.started_at else ${now}::timestamptz end`,
      }),
    )
    .returning(['reading', 'started_at'])
    .executeTakeFirstOrThrow()
}

/** Records that the stored orders are STP's whole list as of `whole_at`. */
export async function finishReading(
  deps: Deps,
  { operation_date, order_type, reading, whole_at }: ListKey & { reading: number; whole_at: string },
): Promise<void> {
  await deps.db
    .updateTable('stp_list')
    .set({ whole_reading: reading, whole_at })
    .where('operation_date', '=', operation_date)
    .where('order_type', '=', order_type)
    .where((eb) => eb.or([eb('whole_reading', 'is', null), eb('whole_reading', '<=', reading)]))
    .execute()
}

/** Deletes the lists of days before `first_day`; they can be read from STP again. */
export async function forgetLists(deps: Deps, first_day: string): Promise<void> {
  await deps.db.deleteFrom('stp_list').where('operation_date', '<', first_day).execute()
}
