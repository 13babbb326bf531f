import { sql } from 'kysely'
import { walPosition } from '../../../db/positions.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Remembers for all processes that the session changed something, so that it reads lists from a replica only when that
 * shows the change. Does not wait for the disk: after a crash nothing of it is needed.
 */
export async function markWrite({ db }: Pick<Deps, 'db'>, session_id: number): Promise<void> {
  await sql`
    with no_wait as (select set_config('synchronous_commit', 'off', true))
    update session set written_position = ${walPosition} from no_wait where id = ${session_id}`.execute(db)
}
