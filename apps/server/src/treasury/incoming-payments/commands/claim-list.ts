import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { DueList } from '../queries/waiting.ts'

/** Claims a due list for reading. Returns false if another process has claimed it since it was found due. */
export async function claimList(deps: Deps, { day, asked_at }: DueList): Promise<boolean> {
  const { rows } = await sql`
    insert into received_list (operation_date, asked_at) values (${day}, ${isoOf(deps.clock())})
    on conflict (operation_date) do update set asked_at = excluded.asked_at
      where received_list.asked_at is not distinct from ${asked_at}::timestamptz
    returning 1`.execute(deps.db)
  return rows.length > 0
}

/** Undoes a claim because STP was not queried: the list is due again. */
export async function releaseList(deps: Deps, { day, asked_at }: DueList): Promise<void> {
  await sql`update received_list set asked_at = ${asked_at}::timestamptz where operation_date = ${day}`.execute(
    deps.db,
  )
}
