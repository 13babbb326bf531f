import type { ChainCheck } from '@quincena/domain/audit/schema'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { checkAudit } from '../checks/audit.ts'
import type { Finding } from '../checks/finding.ts'
import { readChainCheck } from '../queries/chain.ts'
import { chainAllAudit } from './chain-audit.ts'

/** A check without a result after this time has died; the next request starts a new one. */
const longest = { minutes: 30 }

const loggedFindings = 20

/** Starts a job that checks the whole chain, unless one is running; returns at once. */
export async function requestChainCheck(deps: Deps): Promise<ChainCheck> {
  const now = deps.clock()
  const fresh = {
    ...{ asked_at: isoOf(now), finished_at: null, checked: null },
    ...{ broken_audit_id: null, broken_kind: null },
  }
  return deps.db.transaction().execute(async (trx) => {
    const started = await trx
      .insertInto('audit_check')
      .values(fresh)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(fresh)
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

/**
 * Chains what has no link yet, checks the whole audit trail and stores the result; the log has a line for each of the
 * first findings.
 */
export async function keepChainCheck(deps: Deps): Promise<void> {
  await chainAllAudit(deps)
  const findings: Finding[] = []
  const checked = await checkAudit(deps, (finding) => {
    if (findings.length < loggedFindings) findings.push(finding)
  })
  const finished_at = isoOf(deps.clock())
  for (const { text } of findings) deps.log.error(`audit trail: ${text}`)
  const [first] = findings
  const result = {
    finished_at,
    checked,
    broken_audit_id: first?.audit_id ?? null,
    broken_kind: first?.kind ?? null,
  }
  await deps.db
    .insertInto('audit_check')
    .values({ asked_at: finished_at, ...result })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(result))
    .execute()
}
