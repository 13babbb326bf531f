/** How a payment reached the lender. */
export const PAYMENT_CHANNELS = ['deduction', 'transfer', 'deposit', 'other'] as const
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number]

/** Spanish names of the channels. */
export const CHANNEL_NAMES: Record<PaymentChannel, string> = {
  deduction: 'Descuento de nómina',
  transfer: 'Transferencia',
  deposit: 'Depósito',
  other: 'Otro',
}
