import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { type Expression, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { compilerFor, type Given } from '../../../db/compile-once.ts'
import { primaryPosition } from '../../../db/positions.ts'
import type { Positions } from '../../../db/reads.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { SessionRule, SignedIn } from '../../../http/access.ts'
import type { SessionTouches } from './session-touches.ts'

const TOUCH_AFTER_SECONDS = 10

/** What the search of a session needs; without `touches` no request counts as activity. */
type Finding = Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'reads'>> & { touches?: SessionTouches }

/** The sessions that were not ended, are within their absolute lifetime and have an active user; also idle ones. */
const sessionsInForce = (db: Db | Trx, now: string | Expression<string>) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', 'access'))
    .select(['session.id as session_id', 'session.last_seen_at', 'session.factor_at'])
    .select(['app_user.id', 'app_user.user_type', 'app_user.company_id', 'app_user.must_change_password'])
    .select(sql<number | null>`(setting.value ->> 'systemIdleTime')::int`.as('idle_minutes'))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('app_user.is_active', '=', true)

interface ByToken {
  now: string
  token_hash: Buffer
}

const sessionOfToken = (db: Db | Trx, given: Given<ByToken>) =>
  sessionsInForce(db, given('now')).where('session.token_hash', '=', given('token_hash'))

const compileOnce = compilerFor<ByToken>()
const findByToken = compileOnce(sessionOfToken)
/** Where a replica answers lists, also the positions of the log that it has to show. */
const findWithPositions = compileOnce((db, given) =>
  sessionOfToken(db, given).select(['session.written_position', primaryPosition.as('position')]),
)

type FoundSession = Awaited<ReturnType<typeof findByToken>>[number] & Positions

interface Activity {
  session_id: number
  last_seen_at: string
  idle_minutes: number | null
}

/** For how many seconds a session has been idle, as the database or this process knows it, and for how many it may be. */
function idleTimes(deps: Finding, { session_id, last_seen_at, idle_minutes }: Activity) {
  const here = deps.touches?.seenAt(session_id)
  const last_ms = Math.max(Date.parse(last_seen_at), here?.epochMilliseconds ?? 0)
  const idle_seconds = (deps.clock().epochMilliseconds - last_ms) / 1000
  return { idle_seconds, limit_seconds: (idle_minutes ?? DEFAULT_ACCESS_CONFIG.systemIdleTime) * 60 }
}

/** Which of these sessions are open, by the rules of `findSession`; one statement, and no activity. */
export async function findOpenSessions(deps: Finding, session_ids: readonly number[]): Promise<Set<number>> {
  const rows = await sessionsInForce(deps.db, isoOf(deps.clock()))
    .where('session.id', 'in', session_ids)
    .execute()
  const open = rows.filter((row) => {
    const { idle_seconds, limit_seconds } = idleTimes(deps, row)
    return idle_seconds <= limit_seconds
  })
  return new Set(open.map(({ session_id }) => session_id))
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
): Promise<(SignedIn & Positions & { session_id: number }) | undefined> {
  const find = deps.reads?.replica === undefined ? findByToken : findWithPositions
  const [row]: FoundSession[] = await find(deps.db, {
    now: isoOf(deps.clock()),
    token_hash: hashToken(token),
  })
  if (row === undefined) return undefined

  const { idle_seconds, limit_seconds } = idleTimes(deps, row)
  if (!ends && idle_seconds > limit_seconds) return undefined

  const isTouched = !passive && idle_seconds >= TOUCH_AFTER_SECONDS
  if (isTouched) deps.touches?.touch(row.session_id)
  const { session_id, id, user_type, company_id, factor_at, must_change_password } = row
  const factor_age_s =
    factor_at === null ? null : (deps.clock().epochMilliseconds - Date.parse(factor_at)) / 1000
  const idle_left_s = Math.max(0, Math.floor(limit_seconds - (isTouched ? 0 : idle_seconds)))
  const { written_position = null, position } = row
  return {
    ...{ session_id, user: { id, user_type, company_id }, factor_age_s, must_change_password, idle_left_s },
    ...(position !== undefined && { written_position, position }),
  }
}
