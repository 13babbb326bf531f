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

/** Stores the device of a sign-in. `is_new`: the user has other devices and never signed in on this one. */
export async function noteDevice(
  deps: Deps,
  trx: Trx,
  { user_id, device, origin, has_given_code }: SeenDevice,
): Promise<{ id: number; is_new: boolean }> {
  const now = isoOf(deps.clock())
  const code_given_at = has_given_code ? now : null
  return trx
    .with('noted', (db) =>
      db
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
        .returning(['id', sql<boolean>`xmax = 0`.as('is_inserted')]),
    )
    .selectFrom('noted')
    .select('id')
    .select((eb) => [
      // The statement does not see the row that it inserts.
      sql<boolean>`is_inserted and exists ${eb.selectFrom('device').select('id').where('user_id', '=', user_id)}`.as(
        'is_new',
      ),
    ])
    .executeTakeFirstOrThrow()
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
