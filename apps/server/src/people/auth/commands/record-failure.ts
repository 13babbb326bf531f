import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { SignInOutcome } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { countFailure } from './sign-in-counts.ts'

interface Failure {
  /** Empty if nobody knows whose sign-in it was. */
  email: string
  outcome: Exclude<SignInOutcome, 'succeeded'>
  origin: Origin
}

/**
 * Records a failed sign-in in the history of the address's user, if there is one, and in the audit trail, and counts it
 * for the IP address. These are the same statements for unknown addresses, so the response time reveals nothing.
 */
export async function recordFailure(deps: Deps, { email, outcome, origin }: Failure): Promise<void> {
  const { ip, user_agent } = origin
  const created_at = isoOf(deps.clock())
  await deps.db.transaction().execute(async (trx) => {
    const entry = await trx
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
      .returning('user_id')
      .executeTakeFirst()
    await writeAudit(deps, trx, {
      ...{ context: null, origin, action: 'session.refused', after: { outcome } },
      subject: ['user', entry?.user_id ?? null],
    })
    await countFailure(deps, trx, origin)
  })
}
