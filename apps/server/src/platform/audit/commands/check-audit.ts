import type { ChainCheck } from '@quincena/domain/audit/schema'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { checkChain, readChainCheck } from '../rules.ts'

/** A check without a result after this time has died; the next request starts a new one. */
const longest = { minutes: 30 }

/** Starts a job that checks the whole chain, unless one is running; returns at once. */
export async function requestChainCheck(deps: Deps): Promise<ChainCheck> {
  const now = deps.clock()
  const begun = { asked_at: isoOf(now), finished_at: null, checked: null, broken_audit_id: null }
  return deps.db.transaction().execute(async (trx) => {
    const started = await trx
      .insertInto('audit_check')
      .values(begun)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(begun)
          .where((eb) =>
            eb.or([
              eb('audit_check.finished_at', 'is not', null),
              eb('audit_check.asked_at', '<=', isoOf(now.subtract(longest))),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (started !== undefined) await deps.queue.send(trx, 'check-audit', {})
    return readChainCheck(trx)
  })
}

/** Checks every link of the chain and stores the result. */
export async function keepChainCheck(deps: Deps): Promise<void> {
  const { checked, broken } = await checkChain(deps.db)
  const finished_at = isoOf(deps.clock())
  if (broken !== null) deps.log.error({ audit_id: broken }, 'the chain of the audit trail is broken')
  const result = { finished_at, checked, broken_audit_id: broken }
  await deps.db
    .insertInto('audit_check')
    .values({ asked_at: finished_at, ...result })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(result))
    .execute()
}
