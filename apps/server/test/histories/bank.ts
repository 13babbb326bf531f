import type { Order, World } from './world.ts'

/** The orders at STP with this tracking key, on any operating day. */
export function bankOrders({ simulator }: World, { tracking_key }: Pick<Order, 'tracking_key'>) {
  return simulator.orders().filter(({ cuerpo }) => cuerpo.claveRastreo === tracking_key)
}

/** State of an order at STP; null: STP does not have the order. */
export function bankTruth(world: World, order: Pick<Order, 'tracking_key'>): string | null {
  return bankOrders(world, order).at(-1)?.estado ?? null
}

/** Whether STP has the order in transit (A) or settled (LQ). */
export const isOut = ({ estado }: { estado: string }) => estado === 'A' || estado === 'LQ'

/** Whether STP cancelled the order (CN) or the bank returned the money (D). */
export const isReturned = (state: string | null) => state === 'CN' || state === 'D'
