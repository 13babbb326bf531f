import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import { dueTransfers, type TransferNeed } from '../queries/transfers.ts'
import { queryDays } from './query-days.ts'
import { queryTransfer, recoverTransfer } from './query-transfer.ts'
import { sendTransfer } from './send-transfer.ts'

const ordersPerSweep = 50

async function recover(deps: Deps, { id, need }: { id: number; need: TransferNeed }) {
  if (need === 'send') return sendTransfer(deps, id)
  if (need === 'unknown') return recoverTransfer(deps, id)
  await queryTransfer(deps, id, need)
}

/**
 * Reads the due orders from the table and continues each; one that fails does not stop the others. Does nothing in
 * STP's nightly pause.
 */
export async function sweepTransfers(deps: Deps): Promise<void> {
  if (isNightlyPause(await deps.stp.hours.at(deps.clock()))) return
  const due = await dueTransfers(deps.db, deps.clock(), ordersPerSweep)
  const booked = await queryDays(
    deps,
    // STP's lists of sent orders have no returns of incoming payments.
    due.filter(({ need, purpose }) => need !== 'send' && purpose !== 'return'),
  ).catch((error: unknown) => {
    deps.log.error({ err: error }, 'sweep: reading the day lists failed')
    return new Set<number>()
  })
  for (const order of due) {
    if (booked.has(order.id)) continue
    await recover(deps, order).catch((error: unknown) => {
      deps.log.error({ err: error, transfer_id: order.id }, 'sweep: order failed, retried by the next sweep')
    })
  }
}
