import type { PasskeyRow } from '@quincena/domain/sessions/passkeys'
import type { TwoFactorState } from '@quincena/domain/sessions/two-factor'
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

/** True if the user has a second factor: an authenticator or a passkey. */
export async function hasFactor(db: Db | Trx, user_id: number): Promise<boolean> {
  return (await hasTwoFactor(db, user_id)) || (await listPasskeys(db, user_id)).length > 0
}

/** Whether two-factor sign-in is on and how many recovery codes are left; never the secret or the codes. */
export async function getTwoFactor(db: Db | Trx, user_id: number): Promise<TwoFactorState> {
  const row = await db
    .selectFrom('two_factor')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .select((eb) =>
      eb
        .selectFrom('recovery_code')
        .whereRef('recovery_code.user_id', '=', 'two_factor.user_id')
        .where('used_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('left'))
        .$asScalar()
        .$notNull()
        .as('recovery_codes_left'),
    )
    .executeTakeFirst()
  return { is_on: row !== undefined, recovery_codes_left: row?.recovery_codes_left ?? 0 }
}
