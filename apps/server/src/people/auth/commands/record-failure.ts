import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'

interface Failure {
  email: string
  outcome: 'wrong_password' | 'wrong_code'
  origin: Origin
}

/**
 * Records a failed sign-in. It is the same single statement for unknown addresses, so the response time reveals
 * nothing.
 */
export async function recordFailure(deps: Deps, { email, outcome, origin }: Failure): Promise<void> {
  const { ip, user_agent } = origin
  const created_at = isoOf(deps.clock())
  await deps.db
    .insertInto('sign_in_history')
    .columns(['user_id', 'outcome', 'ip', 'user_agent', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .select([
          'id',
          sql<Failure['outcome']>`${outcome}::text`.as('outcome'),
          sql<string | null>`${ip}::inet`.as('ip'),
          sql<string | null>`${user_agent}::text`.as('user_agent'),
          sql<string>`${created_at}::timestamptz`.as('created_at'),
        ])
        .where('email', '=', email),
    )
    .execute()
}
