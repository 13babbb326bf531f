import { channelsFrom } from '@quincena/domain/notifications/topics'
import type { Preferences } from '@quincena/domain/sessions/schema'
import { sql } from 'kysely'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import type { Db, SignInOutcome, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'

interface PageQuery {
  page: number
  page_size: number
  ordering?: string | undefined
}

/**
 * The caller's own sessions that were not ended and have not expired. Idle ones are listed too: they authorize nothing,
 * but their devices may still receive notifications.
 */
export async function listSessions(db: Db, context: CommandContext, input: PageQuery & { now: string }) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  const userSessions = db
    .selectFrom('session')
    .where('user_id', '=', context.user.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', input.now)
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
  return readPage(userSessions, input)
}

/** Sign-ins and failed attempts of the caller; staff may ask for another user's. */
export async function listLoginHistory(
  db: Db,
  context: CommandContext,
  input: PageQuery & { user?: number | undefined },
) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  const user_id = input.user ?? context.user.id
  const isOwn = user_id === context.user.id
  if (isOwn && !(await getToggles(db, user_id)).login_history) return { count: 0, rows: [] }
  const signIns = db
    .selectFrom('sign_in_history')
    .where('user_id', '=', user_id)
    .where((eb) => eb.lit(isStaff(context.user) || isOwn))
    .select(['id', 'user_agent as device', sql<string | null>`host(ip)`.as('ip'), 'created_at'])
    .select((eb) => eb('outcome', '=', 'succeeded').$castTo<boolean>().as('succeeded'))
    .select(sql<Exclude<SignInOutcome, 'succeeded'> | null>`nullif(outcome, 'succeeded')`.as('reason'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
  return readPage(signIns, input)
}

const everythingOn: Omit<Preferences, 'channels'> = {
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

async function storedPreferences(db: Db | Trx, user_id: number) {
  const { preferences } = await db
    .selectFrom('app_user')
    .select('preferences')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return preferences
}

/** A user's toggles; each one is on until it is turned off. */
export async function getToggles(db: Db | Trx, user_id: number): Promise<typeof everythingOn> {
  return { ...everythingOn, ...(await storedPreferences(db, user_id)) }
}

/** A user's toggles and channels. Without a provider of messages there are none of theirs. */
export async function getPreferences(
  db: Db | Trx,
  { user_id, has_messages }: { user_id: number; has_messages: boolean },
): Promise<Preferences> {
  const stored = await storedPreferences(db, user_id)
  return { ...everythingOn, ...stored, channels: channelsFrom(stored, { has_messages }) }
}
