import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isoOf } from '../../lib/clock.ts'
import type { Actor } from '../../lib/context.ts'
import type { Deps } from '../../lib/deps.ts'

const TOUCH_AFTER_SECONDS = 10
const DEFAULT_IDLE_MINUTES = 30

export interface LiveSession {
  session_id: number
  user: Actor
}

/** Only this is stored of a token, a session's or a mailed link's. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

async function readSession(deps: Deps, token: string) {
  return deps.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.last_seen_at',
      'app_user.id',
      'app_user.user_type',
      'app_user.company_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('setting')
        .select(sql<string | null>`setting.value ->> 'systemIdleTime'`.as('idle_minutes'))
        .where('setting.name', '=', 'access')
        .as('idle_minutes'),
    )
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', isoOf(deps.clock()))
    .where('app_user.is_active', '=', true)
    .executeTakeFirst()
}

/**
 * The living session of a token: not ended, within its absolute limit, not idle longer than the access configuration
 * allows, and its user still active. Any call that is not `passive` counts as activity.
 */
export async function findSession(
  deps: Deps,
  token: string,
  passive: boolean,
): Promise<LiveSession | undefined> {
  const row = await readSession(deps, token)
  if (row === undefined) return undefined

  const idle_seconds = deps.clock().since(Temporal.Instant.from(row.last_seen_at)).total('seconds')
  if (idle_seconds > Number(row.idle_minutes ?? DEFAULT_IDLE_MINUTES) * 60) return undefined

  if (!passive && idle_seconds >= TOUCH_AFTER_SECONDS) {
    const now = isoOf(deps.clock())
    await deps.db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.session_id).execute()
  }
  const { session_id, id, user_type, company_id } = row
  return { session_id, user: { id, user_type, company_id } }
}
