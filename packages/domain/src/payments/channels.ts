/** How money that staff register reached the lender. */
export const RECEIVED_CHANNELS = ['deduction', 'transfer', 'deposit', 'other'] as const

/** How a payment reached the lender; `balance`: it is the worker's own balance, and nothing arrived. */
export const PAYMENT_CHANNELS = [...RECEIVED_CHANNELS, 'balance'] as const
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number]

/** Spanish names of the channels. */
export const CHANNEL_NAMES: Record<PaymentChannel, string> = {
  deduction: 'Descuento de nómina',
  transfer: 'Transferencia',
  deposit: 'Depósito',
  other: 'Otro',
  balance: 'Saldo a favor',
}
