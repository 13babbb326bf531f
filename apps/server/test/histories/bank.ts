import type { Order, World } from './world.ts'

/** What STP has under an order's key, on whatever day. */
export function bankOrders({ simulator }: World, { tracking_key }: Pick<Order, 'tracking_key'>) {
  return simulator.orders().filter(({ cuerpo }) => cuerpo.claveRastreo === tracking_key)
}

/** STP's own state of an order; null: it has none. */
export function bankTruth(world: World, order: Pick<Order, 'tracking_key'>): string | null {
  return bankOrders(world, order).at(-1)?.estado ?? null
}

/** The money of an order has left, or is leaving, and has not come back. */
export const isOut = ({ estado }: { estado: string }) => estado === 'A' || estado === 'LQ'

/** The money never left or came back. */
export const isBack = (state: string | null) => state === 'CN' || state === 'D'
