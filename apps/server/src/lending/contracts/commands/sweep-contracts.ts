import type { Deps } from '../../../deps.ts'
import { issuesConstancias } from '../seal/constancias.ts'

const contractsPerSweep = 500
const sweepDelay = { minutes: 10 }
/** The job itself retries for half a day. */
const oncePerHours = 12

const before = (deps: Deps) => deps.clock().subtract(sweepDelay).toString()

/**
 * Finds contracts whose order was sent at least ten minutes ago and that have no seal. Contracts of the demo's history
 * have their own job.
 */
function findUnsealed(deps: Deps) {
  return deps.db
    .selectFrom('signed_contract')
    .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .select('signed_contract.loan_id')
    .where('signed_contract.sealed_at', 'is', null)
    .whereRef('contract.sha256', '<>', 'contract.payload_sha256')
    .where('signed_contract.loan_id', 'in', (eb) =>
      eb.selectFrom('transfer').select('transfer.loan_id').where('transfer.sent_at', '<=', before(deps)),
    )
    .orderBy('signed_contract.accepted_at')
    .limit(contractsPerSweep)
    .execute()
}

/**
 * Finds contracts that were sealed at least ten minutes ago and have no constancia; none if no provider is configured.
 */
async function findWithoutConstancia(deps: Deps) {
  if (!issuesConstancias(deps.env)) return []
  return deps.db
    .selectFrom('signed_contract')
    .select('loan_id')
    .where('constancia_issued_at', 'is', null)
    .where('sealed_at', '<=', before(deps))
    .orderBy('sealed_at')
    .limit(contractsPerSweep)
    .execute()
}

/** Queues sealing and constancia again for contracts whose job was lost or gave up. */
export async function sweepContracts(deps: Deps): Promise<void> {
  const [unsealed, withoutConstancia] = [await findUnsealed(deps), await findWithoutConstancia(deps)]
  const once = (state: string, loan_id: number) => ({
    data: { loan_id },
    key: `${state} ${loan_id}`,
    hours: oncePerHours,
  })
  await deps.db.transaction().execute(async (trx) => {
    for (const { loan_id } of unsealed)
      await deps.queue.sendOnce(trx, 'seal-contract', once('unsealed', loan_id))
    for (const { loan_id } of withoutConstancia)
      await deps.queue.sendOnce(trx, 'issue-constancia', once('unproved', loan_id))
  })
}
