import type { ChainCheck } from '@quincena/domain/audit/schema'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { checkAudit } from '../checks/audit.ts'
import type { Finding } from '../checks/finding.ts'
import { readChainCheck } from '../queries/chain.ts'
import { getVerified, type Passed, readPassed, type Verified } from '../queries/verified.ts'
import { chainedWithin } from '../rules.ts'
import { chainAllAudit } from './chain-audit.ts'
import { keepVerified, removeVerified } from './keep-verified.ts'

/** A check without a result after this time has died; the next request starts a new one. */
const longest = { minutes: 30 }

const loggedFindings = 20

/** The first check after this time reads the whole trail: once a week, a little earlier or later. */
const wholeWithin = { hours: 6.5 * 24 }

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
    if (started !== undefined) await deps.queue.send(trx, 'check-audit', { whole: true })
    return readChainCheck(trx)
  })
}

/** The part that need not be read again; null if the whole trail has to be. */
async function passedOf(deps: Deps, kept: Verified | null): Promise<Passed | null> {
  const { db, clock, secrets } = deps
  if (kept === null || Date.parse(kept.whole_at) <= clock().subtract(wholeWithin).epochMilliseconds)
    return null
  const { broken_audit_id } = await readChainCheck(db)
  if (broken_audit_id !== null) return null
  const due = isoOf(clock().subtract(chainedWithin))
  return readPassed(db, secrets.audit_keys, { verified: kept, due })
}

/**
 * Chains what has no link yet, checks the audit trail and stores the result; the log has a line for each of the first
 * findings. Rows and links that an earlier check passed are not read again, unless `whole` is true, a week is over, or
 * something was found or changed since: then the whole trail is.
 */
export async function keepChainCheck(deps: Deps, { whole = false }: { whole?: boolean | undefined } = {}) {
  await chainAllAudit(deps)
  const began_at = isoOf(deps.clock())
  const read = await getVerified(deps.storage, deps.secrets.audit_keys)
  const kept = read === 'forged' ? null : read
  const passed = whole ? null : await passedOf(deps, kept)
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    if (findings.length < loggedFindings) findings.push(finding)
  }
  const { checked, last } = await checkAudit(deps, report, passed)
  // A forged file stays: it is the proof.
  if (findings.length > 0) {
    if (kept !== null) await removeVerified(deps)
  } else if (last !== null)
    await keepVerified(deps, { last, links: checked, whole_at: passed?.whole_at ?? began_at, kept })
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
