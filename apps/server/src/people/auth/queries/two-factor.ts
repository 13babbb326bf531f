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
