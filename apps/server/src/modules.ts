import { matchLines } from './lending/bank-matches/commands/match-lines.ts'
import { loanMatcher } from './lending/incoming-payments/handlers.ts'
import { executeImport } from './lending/loan-imports/handlers.ts'
import { loanLimitsSetting } from './lending/loan-limits/commands/change-loan-limits.ts'
import { loanApprovals } from './lending/loans/handlers.ts'
import { judgeOffer, judgeOverdue, judgeReminder } from './lending/loans/queries/late-notices.ts'
import { paymentApprovals } from './lending/payments/handlers.ts'
import { payoutHandlers } from './lending/payouts/handlers/order-handlers.ts'
import { payoutApprovals } from './lending/payouts/handlers/second-person.ts'
import { signingSetting } from './lending/signing-settings/commands/change-settings.ts'
import { tokenActivation } from './office/api-tokens/handlers.ts'
import { factorResetAction } from './people/auth/commands/request-factor-reset.ts'
import { refuseSamePerson } from './people/staff-access/commands.ts'
import { publication } from './people/texts/handlers.ts'
import { confirmUpload, confirmWorker } from './people/worker-changes/handlers.ts'
import { registerApprovalActions, registerPersonCheck } from './platform/approvals/handlers.ts'
import { brandPublicationAction } from './platform/brand/handlers.ts'
import { registerNoticeJudges } from './platform/notifications/handlers.ts'
import { registerLineMatcher } from './treasury/bank-statements/handlers.ts'
import { recordMovement, reverseMovement, settleMovement } from './treasury/cash-movements/handlers.ts'
import { registerPaymentMatcher } from './treasury/incoming-payments/handlers.ts'
import { refundHandlers } from './treasury/refunds/handlers/order-handlers.ts'
import { refundRelease } from './treasury/refunds/handlers/release-refund.ts'
import { returnAction, returnHandlers } from './treasury/returns/handlers.ts'
import { chargeAction } from './treasury/suspense-charges/handlers.ts'
import { orderLimitsSetting } from './treasury/transfers/commands/change-order-limits.ts'
import { resumeAction } from './treasury/transfers/commands/resume-payouts.ts'
import { registerOrderHandlers } from './treasury/transfers/handlers.ts'
import { acceptAccountAction } from './treasury/verifications/commands/accept-account.ts'
import { verificationModeSetting } from './treasury/verifications/commands/change-setting.ts'
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
    return: returnHandlers,
  })
  registerPaymentMatcher(loanMatcher)
  registerApprovalActions([
    brandPublicationAction,
    ...[acceptAccountAction, refundRelease, returnAction, chargeAction, ...paymentApprovals],
    ...[executeImport, ...loanApprovals, ...payoutApprovals, confirmWorker, confirmUpload],
    ...[recordMovement, settleMovement, reverseMovement],
    ...[loanLimitsSetting.action, orderLimitsSetting.action, verificationModeSetting.action],
    ...[signingSetting.action, publication, tokenActivation, factorResetAction, resumeAction],
  ])
  registerPersonCheck(refuseSamePerson)
  registerLineMatcher(matchLines)
  registerNoticeJudges({
    ...{ due: judgeReminder, overdue: judgeOverdue },
    ...{ approved: judgeOffer, released: judgeOffer },
  })
}
