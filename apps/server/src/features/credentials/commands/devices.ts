import { sql } from 'kysely'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import type { Origin } from '../../../lib/request.ts'
import { hashToken } from '../../../lib/tokens.ts'

interface SeenDevice {
  user_id: number
  /** What the sign-in said of its device, if anything. */
  device: string | null
  origin: Origin
  /** A code of the second step was given there just now. */
  has_given_code: boolean
}

/**
 * By what a device is known again: the random number that it keeps, or the name that a program gives itself. One that
 * says nothing is known by its browser's words and its address together, never by the words alone.
 */
export function deviceKey(device: string | null, { ip, user_agent }: Origin): Buffer {
  return hashToken(device === null ? `agent:${user_agent}@${ip}` : `device:${device}`)
}

/** Notes a sign-in's device; `is_new` where the person has others and was never seen on this one. */
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

/** From here on every device of a person is asked for a code again, or one of them. */
export async function forgetGivenCodes(trx: Trx, user_id: number, device_id?: number): Promise<void> {
  await trx
    .updateTable('device')
    .set({ code_given_at: null })
    .where('user_id', '=', user_id)
    .$if(device_id !== undefined, (own) => own.where('id', '=', device_id ?? 0))
    .execute()
}
