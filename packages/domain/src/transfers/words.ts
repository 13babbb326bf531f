import type { LimitedPurpose } from './limits.ts'
import type { OrderPurpose } from './rules.ts'

/** Spanish names of the purposes of orders. */
export const purposeNames: Readonly<Record<OrderPurpose, string>> = {
  payout: 'Envío de préstamo',
  refund: 'Devolución de saldo',
  verification: 'Verificación de cuenta',
  return: 'Devolución de abono',
}

/** Spanish name of each limit of the day. */
export const limitNames: Record<LimitedPurpose, string> = {
  refund: 'Devoluciones de saldo',
  return: 'Devoluciones de abonos',
  verification: 'Verificaciones de cuentas',
}
