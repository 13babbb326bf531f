import type { Deps } from '../lib/deps.ts'

const contractsPerSweep = 500
const patience = { minutes: 10 }
/** The job tries again by itself for half a day. */
const oncePerHours = 12

/** Contracts whose money left a while ago and that have no seal yet; those of the demo's history have a job of their own. */
function findUnsealed(deps: Deps) {
  const before = deps.clock().subtract(patience).toString()
  return deps.db
    .selectFrom('acceptance')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .select('acceptance.loan_id')
    .where('acceptance.sealed_at', 'is', null)
    .whereRef('contract.sha256', '<>', 'contract.payload_sha256')
    .where('acceptance.loan_id', 'in', (eb) =>
      eb.selectFrom('transfer').select('transfer.loan_id').where('transfer.sent_at', '<=', before),
    )
    .orderBy('acceptance.accepted_at')
    .limit(contractsPerSweep)
    .execute()
}

/** Has contracts sealed whose job was lost or gave up. */
export async function sweepContracts(deps: Deps): Promise<void> {
  const unsealed = await findUnsealed(deps)
  await deps.db.transaction().execute(async (trx) => {
    for (const { loan_id } of unsealed) {
      const job = { data: { loan_id }, key: `unsealed ${loan_id}`, hours: oncePerHours }
      await deps.queue.sendOnce(trx, 'seal-contract', job)
    }
  })
}
