import { isDeviceNumber } from '@quincena/domain/sessions/schema'
import { type Insertable, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Actor } from '../../../command/context.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { noteDevice } from './devices.ts'
import { type AttemptKey, endedAttempt } from './sign-in-attempts.ts'

// Absolute lifetime of a session in hours, also with activity.
const STAFF_HOURS = 12
const WORKER_HOURS = 30 * 24

interface NewSession {
  person: Actor
  device: string | null
  origin: Origin
  has_given_code: boolean
  /** When the second factor was used, if not now. */
  factor_at?: string | undefined
  /** The attempt whose password was right; null with a passkey and at a provider of identities. */
  attempt: AttemptKey | null
}

type StoredSession = Insertable<Database['session']> & {
  device_id: number
  alone: boolean
  attempt: AttemptKey | null
}

/**
 * Stores a session and the sign-in in the user's history, ends its attempt, and with `alone` the user's earlier sessions
 * on the device, in one statement; returns the session's number.
 */
async function storeSession(trx: Trx, { alone, attempt, ...session }: StoredSession): Promise<number> {
  const { user_id, device_id, ip, user_agent, created_at } = session
  const { id } = await trx
    .with('opened', (db) => db.insertInto('session').values(session).returning('id'))
    .with('recorded', (db) =>
      db.insertInto('sign_in_history').values({ user_id, outcome: 'succeeded', ip, user_agent, created_at }),
    )
    .with('proved', () => sql`(${attempt === null ? sql`select` : endedAttempt(attempt, true)})`)
    .with('ended', (db) =>
      db
        .updateTable('session')
        .set({ ended_at: created_at })
        .where('user_id', '=', user_id)
        .where('device_id', '=', device_id)
        .where('ended_at', 'is', null)
        .where((eb) => eb.lit(alone)),
    )
    .selectFrom('opened')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Opens a session inside the caller's transaction. Returns its number and token, of which only the hash is stored. A device that
 * sends its own number has one session per user, so earlier ones on it end. `is_new_device`: the user signed in before,
 * but never on this device.
 */
export async function openSession(
  deps: Deps,
  trx: Trx,
  { person, device, origin, has_given_code, factor_at, attempt }: NewSession,
) {
  const token = newToken()
  const hasNumber = device !== null && isDeviceNumber(device)
  const now = deps.clock()
  const created_at = isoOf(now)
  const expires_at = isoOf(now.add({ hours: person.user_type === 'U2' ? WORKER_HOURS : STAFF_HOURS }))
  const seen = await noteDevice(deps, trx, { user_id: person.id, device, origin, has_given_code })
  const session_id = await storeSession(trx, {
    user_id: person.id,
    token_hash: hashToken(token),
    // The number works like a key, so only its hash is stored, in the device's row.
    device: hasNumber ? null : device,
    device_id: seen.id,
    ...origin,
    factor_at: has_given_code ? (factor_at ?? created_at) : null,
    created_at,
    last_seen_at: created_at,
    expires_at,
    alone: hasNumber,
    attempt,
  })
  const { id, user_type, company_id } = person
  const context = { user: { id, user_type, company_id }, session_id, ...origin }
  await writeAudit(deps, trx, { context, action: 'session.opened', subject: ['session', session_id] })
  return { token, session_id, expires_at, is_new_device: seen.is_new }
}
