import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Deps } from '../../../deps.ts'
import type { SessionRule, SignedIn } from '../../../http/access.ts'
import type { SessionTouches } from './session-touches.ts'

const TOUCH_AFTER_SECONDS = 10

/** What the search of a session needs; without `touches` no request counts as activity. */
type Finding = Pick<Deps, 'db' | 'clock'> & { touches?: SessionTouches }

async function readSession(deps: Finding, token: string) {
  return deps.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', 'access'))
    .select(['session.id as session_id', 'session.last_seen_at', 'session.factor_at'])
    .select(['app_user.id', 'app_user.user_type', 'app_user.company_id', 'app_user.must_change_password'])
    .select(sql<number | null>`(setting.value ->> 'systemIdleTime')::int`.as('idle_minutes'))
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', isoOf(deps.clock()))
    .where('app_user.is_active', '=', true)
    .executeTakeFirst()
}

/** Seconds since the session was last used, as the database or this process knows it. */
function idleSeconds(deps: Finding, row: { session_id: number; last_seen_at: string }): number {
  const stored = Temporal.Instant.from(row.last_seen_at)
  const here = deps.touches?.seenAt(row.session_id) ?? stored
  const last = Temporal.Instant.compare(here, stored) > 0 ? here : stored
  return deps.clock().since(last).total('seconds')
}

/**
 * The open session of a token: not ended, within its absolute lifetime, not idle longer than the access configuration
 * allows, and its user active. Requests that are not `passive` count as activity. Requests with `ends` also accept an
 * idle session.
 */
export async function findSession(
  deps: Finding,
  token: string,
  { passive = false, ends = false }: SessionRule,
): Promise<SignedIn | undefined> {
  const row = await readSession(deps, token)
  if (row === undefined) return undefined

  const idle_seconds = idleSeconds(deps, row)
  const limit_seconds = (row.idle_minutes ?? DEFAULT_ACCESS_CONFIG.systemIdleTime) * 60
  if (!ends && idle_seconds > limit_seconds) return undefined

  const isTouched = !passive && idle_seconds >= TOUCH_AFTER_SECONDS
  if (isTouched) deps.touches?.touch(row.session_id)
  const { session_id, id, user_type, company_id, factor_at, must_change_password } = row
  const factor_age_s =
    factor_at === null ? null : deps.clock().since(Temporal.Instant.from(factor_at)).total('seconds')
  const idle_left_s = Math.max(0, Math.floor(limit_seconds - (isTouched ? 0 : idle_seconds)))
  return { session_id, user: { id, user_type, company_id }, factor_age_s, must_change_password, idle_left_s }
}
