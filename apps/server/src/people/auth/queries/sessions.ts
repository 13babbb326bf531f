import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import type { LoginHistoryRow, Preferences, SessionRow } from '@quincena/domain/sessions/schema'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { SessionRule, SignedIn } from '../../../http/access.ts'
import { orderOf, windowOf } from '../../../http/pagination.ts'

const TOUCH_AFTER_SECONDS = 10

async function readSession(deps: Deps, token: string) {
  return deps.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', 'access'))
    .select(['session.id as session_id', 'session.last_seen_at'])
    .select(['app_user.id', 'app_user.user_type', 'app_user.company_id'])
    .select(sql<number | null>`(setting.value ->> 'systemIdleTime')::int`.as('idle_minutes'))
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', isoOf(deps.clock()))
    .where('app_user.is_active', '=', true)
    .executeTakeFirst()
}

/**
 * The open session of a token: not ended, within its absolute lifetime, not idle longer than the access configuration
 * allows, and its user active. Requests that are not `passive` count as activity. Requests with `ends` also accept an
 * idle session.
 */
export async function findSession(
  deps: Deps,
  token: string,
  { passive = false, ends = false }: SessionRule,
): Promise<SignedIn | undefined> {
  const row = await readSession(deps, token)
  if (row === undefined) return undefined

  const idle_seconds = deps.clock().since(Temporal.Instant.from(row.last_seen_at)).total('seconds')
  if (!ends && idle_seconds > (row.idle_minutes ?? DEFAULT_ACCESS_CONFIG.systemIdleTime) * 60)
    return undefined

  if (!passive && idle_seconds >= TOUCH_AFTER_SECONDS) {
    const now = isoOf(deps.clock())
    await deps.db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.session_id).execute()
  }
  const { session_id, id, user_type, company_id } = row
  return { session_id, user: { id, user_type, company_id } }
}

interface PageAsked {
  page: number
  page_size: number
  ordering?: string | undefined
}

/**
 * The caller's own sessions that were not ended and have not expired. Idle ones are listed too: they authorize nothing,
 * but their devices may still receive notifications.
 */
export async function listSessions(deps: Deps, context: CommandContext, asked: PageAsked) {
  const { limit, offset } = windowOf(asked)
  const { direction } = orderOf(asked.ordering, ['created_at'])
  const own = deps.db
    .selectFrom('session')
    .where('user_id', '=', context.user.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoOf(deps.clock()))
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows: SessionRow[] = await own
    .select([
      'id',
      sql<string | null>`coalesce(device, user_agent)`.as('device'),
      sql<string | null>`host(ip)`.as('ip'),
    ])
    .select(['created_at', 'last_seen_at as last_used_at'])
    .select((eb) =>
      eb('id', '=', context.session_id ?? 0)
        .$castTo<boolean>()
        .as('current'),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** Sign-ins and failed attempts of the caller; staff may ask for another user's. */
export async function listLoginHistory(
  deps: Deps,
  context: CommandContext,
  asked: PageAsked & { user?: number | undefined },
) {
  const { limit, offset } = windowOf(asked)
  const { direction } = orderOf(asked.ordering, ['created_at'])
  const user_id = asked.user ?? context.user.id
  const isOwn = user_id === context.user.id
  if (isOwn && !(await getPreferences(deps.db, user_id)).login_history) return { count: 0, rows: [] }
  const mine = deps.db
    .selectFrom('sign_in_history')
    .where('user_id', '=', user_id)
    .where((eb) => eb.lit(isStaff(context.user) || isOwn))
  const { count } = await mine.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows: LoginHistoryRow[] = await mine
    .select(['id', 'user_agent as device', sql<string | null>`host(ip)`.as('ip'), 'created_at'])
    .select((eb) => eb('outcome', '=', 'succeeded').$castTo<boolean>().as('succeeded'))
    .select(sql<'wrong_password' | 'wrong_code' | null>`nullif(outcome, 'succeeded')`.as('reason'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

const everythingOn: Preferences = {
  login_history: true,
  suspicious_activity: true,
  device_verification: true,
  request_status: true,
  payment_reminder: true,
  customer_service: true,
  offers: true,
  required_documentation: true,
  security_messages: true,
  policy_updates: true,
}

/** A user's preferences; each one is on until it is turned off. */
export async function getPreferences(db: Db | Trx, user_id: number): Promise<Preferences> {
  const { preferences } = await db
    .selectFrom('app_user')
    .select('preferences')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { ...everythingOn, ...preferences }
}
