import type { Order, World } from './world.ts'

type Known = Pick<Order, 'tracking_key' | 'purpose'>

/** The orders at STP with this tracking key, on any operating day. */
export function bankOrders({ simulator }: World, { tracking_key }: Pick<Order, 'tracking_key'>) {
  return simulator.orders().filter(({ cuerpo }) => cuerpo.claveRastreo === tracking_key)
}

/** Whether STP has returned received money by this order. STP has no order for it: the payment names its key. */
function isGivenBack({ simulator }: World, { tracking_key }: Known): boolean {
  return simulator.payments().some((payment) => payment.claveRastreoDevolucion === tracking_key)
}

/** State of an order at STP; null: STP does not have the order. */
export function bankTruth(world: World, order: Known): string | null {
  if (order.purpose === 'return') return isGivenBack(world, order) ? 'LQ' : null
  return bankOrders(world, order).at(-1)?.estado ?? null
}

/** Whether STP has the order in transit (A) or settled (LQ). */
export const isOut = ({ estado }: { estado: string }) => estado === 'A' || estado === 'LQ'

/** Whether STP cancelled the order (CN) or the bank returned the money (D). */
export const isReturned = (state: string | null) => state === 'CN' || state === 'D'
