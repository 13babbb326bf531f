import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { ownsFactor } from './two-factor.ts'

type PersonKey = { email: string } | { id: number }

/** SQL for a user with the data that may block the sign-in. */
export function personRows(db: Db, key: PersonKey) {
  return db
    .selectFrom('app_user')
    .select(['id', 'user_type', 'company_id', 'is_active', 'password_hash', 'password_changed_at'])
    .select((eb) =>
      eb
        .selectFrom('sign_in_history as past')
        .whereRef('past.user_id', '=', 'app_user.id')
        .where('past.outcome', '=', 'succeeded')
        .select('past.created_at')
        .orderBy('past.created_at', 'desc')
        .limit(1)
        .as('last_sign_in_at'),
    )
    .select(ownsFactor(sql.ref('app_user.id')).as('has_factor'))
    .where((eb) => eb.and(key))
}

/** The user of an e-mail address or an id, with the data that may block the sign-in. */
export async function findPerson(db: Db, key: PersonKey) {
  return personRows(db, key).executeTakeFirst()
}

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>
