import { isReturned } from '@quincena/domain/transfers/rules'
import type { TransferOrder } from '@quincena/domain/transfers/schema'

/** Returns the newest order that may still pay the loan. The orders must be sorted newest first. */
export function findOpenAttempt(orders: readonly TransferOrder[]): TransferOrder | undefined {
  return orders.find(({ order_state, state, needs_review }) => {
    if (needs_review) return true
    if (isReturned(state)) return false
    return order_state !== 'failed' && order_state !== 'withdrawn'
  })
}

/** Returns the latest cancelled or returned order: the loan waits for a new payout because of it. */
export function lastReturn(orders: readonly TransferOrder[]): TransferOrder | undefined {
  return orders.find(({ state }) => isReturned(state))
}

/** Returns the newest order if STP refused it. */
export function lastRefusal(orders: readonly TransferOrder[]): TransferOrder | undefined {
  const [newest] = orders
  return newest?.order_state === 'failed' && !newest.needs_review ? newest : undefined
}
