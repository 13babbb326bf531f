import type { TransferOrder } from '@quincena/domain/transfers/schema'

/** The attempt that may be paying the loan at this moment. Orders come newest first. */
export function attemptsUnderWay(orders: readonly TransferOrder[]): TransferOrder | undefined {
  return orders.find(({ order_state, state, needs_review }) => {
    if (needs_review) return true
    if (state === 'CN' || state === 'D') return false
    return order_state !== 'failed'
  })
}

/** The order whose return the loan waits on. */
export function lastReturn(orders: readonly TransferOrder[]): TransferOrder | undefined {
  return orders.find(({ state }) => state === 'CN' || state === 'D')
}

/** The newest attempt, where STP refused it. */
export function lastRefusal(orders: readonly TransferOrder[]): TransferOrder | undefined {
  const [newest] = orders
  return newest?.order_state === 'failed' && !newest.needs_review ? newest : undefined
}
