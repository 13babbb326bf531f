import { confirmVoucher } from './commands/prove-payment.ts'

/** The commands of payments that need a second person. */
export const paymentApprovals = [confirmVoucher]
