import type { PasskeyRow } from '@quincena/domain/sessions/passkeys'
import type { TwoFactorState } from '@quincena/domain/sessions/two-factor'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** True if the user has confirmed two-factor sign-in. */
export async function hasTwoFactor(db: Db | Trx, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The user's passkeys, oldest first. */
export async function listPasskeys(db: Db | Trx, user_id: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

/** SQL for whether a user has a second factor: an authenticator or a passkey. */
export const ownsFactor = (user_id: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from two_factor where two_factor.user_id = ${user_id} and confirmed_at is not null)
  or exists (select from passkey where passkey.user_id = ${user_id}))`

/** True if the user has a second factor: an authenticator or a passkey. */
export async function hasFactor(db: Db | Trx, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ has_factor: boolean }>`
    select ${ownsFactor(sql`${user_id}::bigint`)} as has_factor`.execute(db)
  return rows[0]?.has_factor === true
}

/** Whether two-factor sign-in is on and how many recovery codes are left; never the secret or the codes. */
export async function getTwoFactor(db: Db | Trx, user_id: number): Promise<TwoFactorState> {
  const { recovery_codes_left } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('recovery_codes_left'))
    .executeTakeFirstOrThrow()
  return { is_on: await hasTwoFactor(db, user_id), recovery_codes_left }
}
