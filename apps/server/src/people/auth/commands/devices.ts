import { isDeviceNumber } from '@quincena/domain/sessions/schema'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'

interface SeenDevice {
  user_id: number
  /** The device that the sign-in named, or null. */
  device: string | null
  origin: Origin
  /** Whether this sign-in included a two-factor code. */
  has_given_code: boolean
}

/**
 * Key that recognizes a device: the hash of the random number that it stores, or of the name that a program sends.
 * Without either, the user agent and the IP address together; the user agent alone proves nothing.
 */
export function deviceKey(device: string | null, { ip, user_agent }: Origin): Buffer {
  return hashToken(device === null ? `agent:${user_agent}@${ip}` : `device:${device}`)
}

/**
 * The scope that a sign-in's failures count in: the device, if it sends the random number of a browser where this user
 * signed in before, else `''`. One statement, also for unknown addresses.
 */
export async function scopeOf(
  deps: Pick<Deps, 'db'>,
  { email, device, origin }: { email: string; device: string; origin: Origin },
): Promise<string> {
  if (!isDeviceNumber(device)) return ''
  const known = await deps.db
    .selectFrom('device')
    .innerJoin('app_user', 'app_user.id', 'device.user_id')
    .select('device.id')
    .where('app_user.email', '=', email)
    .where('device.key_hash', '=', deviceKey(device, origin))
    .executeTakeFirst()
  return known === undefined ? '' : `device:${known.id}`
}

/** Stores the device of a sign-in. `is_new`: the user has other devices and never signed in on this one. */
export async function noteDevice(
  deps: Deps,
  trx: Trx,
  { user_id, device, origin, has_given_code }: SeenDevice,
): Promise<{ id: number; is_new: boolean }> {
  const now = isoOf(deps.clock())
  const code_given_at = has_given_code ? now : null
  const row = await trx
    .insertInto('device')
    .values({
      user_id,
      key_hash: deviceKey(device, origin),
      ...origin,
      first_seen_at: now,
      last_seen_at: now,
      code_given_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key_hash']).doUpdateSet({
        ...origin,
        last_seen_at: now,
        code_given_at: sql<string | null>`coalesce(excluded.code_given_at, device.code_given_at)`,
      }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_inserted')])
    .executeTakeFirstOrThrow()
  if (!row.is_inserted) return { id: row.id, is_new: false }
  const other = await trx
    .selectFrom('device')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '<>', row.id)
    .limit(1)
    .executeTakeFirst()
  return { id: row.id, is_new: other !== undefined }
}

/** Makes all devices of a user, or only `device_id`, ask for a code again. */
export async function forgetCodes(trx: Trx, user_id: number, device_id?: number): Promise<void> {
  await trx
    .updateTable('device')
    .set({ code_given_at: null })
    .where('user_id', '=', user_id)
    .$if(device_id !== undefined, (query) => query.where('id', '=', device_id ?? 0))
    .execute()
}
