import { loanMatcher } from './lending/incoming-payments/handlers.ts'
import { payoutHandlers } from './lending/payouts/handlers.ts'
import { registerApprovalActions } from './platform/approvals/handlers.ts'
import { registerPaymentMatcher } from './treasury/incoming-payments/handlers.ts'
import { refundHandlers } from './treasury/refunds/handlers.ts'
import { registerOrderHandlers } from './treasury/transfers/handlers.ts'
import { verificationHandlers } from './treasury/verifications/handlers.ts'

/**
 * Registers what higher modules do when lower modules call them, one line per registration point. A process calls it
 * before it handles requests, jobs or demo data.
 */
export function registerModules(): void {
  registerOrderHandlers({
    payout: payoutHandlers,
    refund: refundHandlers,
    verification: verificationHandlers,
  })
  registerPaymentMatcher(loanMatcher)
  registerApprovalActions([])
}
