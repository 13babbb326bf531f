import type { OrderPurpose } from './rules.ts'

/** Spanish names of the purposes of orders. */
export const purposeNames: Readonly<Record<OrderPurpose, string>> = {
  payout: 'Envío de préstamo',
  refund: 'Devolución de saldo',
  verification: 'Verificación de cuenta',
  return: 'Devolución de abono',
}
