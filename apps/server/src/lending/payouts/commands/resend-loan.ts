import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { findPayeeAccount } from '../../../treasury/transfers/queries/payee-account.ts'
import type { Place } from '../../../treasury/transfers/rules.ts'
import {
  startVerification,
  waitForVerification,
} from '../../../treasury/verifications/commands/ensure-verification.ts'
import { executeOrRequestApproval } from '../../loan-limits/commands/execute-or-request-approval.ts'
import { lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { resendAction } from '../handlers/second-person.ts'
import { refuseUnsendable, sendAgain } from './send-again.ts'

/** The bank of a corrected account normally answers within this time. */
const verificationWaitMs = 6000

/** Begins the verification of the account of a loan to send again, which may have been corrected, and waits for it. */
async function verifyAccount(deps: Deps, loan_id: number) {
  const returned = deps.db.selectFrom('loan').select('user_id').where('id', '=', loan_id)
  const loan = await returned.where('state', '=', 'payout_returned').executeTakeFirst()
  if (loan === undefined) return
  await startVerification(deps, loan.user_id)
  await waitForVerification(deps, loan.user_id, verificationWaitMs)
}

/**
 * Sends a returned payout again to the worker's current account, by a new order with a new key. The loan stays
 * `payout_returned` until STP has the order. Above the limit of one loan a second person is asked: then the answer has
 * `approval_id` and no order. Throws `loan.not_found` (404), `loan.not_returned`, `resend.worker_unconfirmed`,
 * `resend.account_*`, `resend.cooling_off`, `approval.already_open` (409) and the errors of `createTransfer`.
 */
export async function resendLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, ...place }: Place & { loan_id: number },
) {
  await verifyAccount(deps, loan_id)
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    await refuseUnsendable(deps, trx, loan)
    const account = await findPayeeAccount(trx, loan.user_id)
    if (account === null) throw new AppError('loan.bank_data_missing', 409)
    const { amount_cents, company_id } = loan
    let transfer_id: number | null = null
    const approval = await executeOrRequestApproval(deps, trx, {
      ...{ context, amount_cents, company_id, action: resendAction },
      payload: (exceeded) => ({ loan_id, amount: amount_cents, exceeded, ...place, ...account }),
      async execute() {
        transfer_id = (await sendAgain(deps, trx, { loan, context, place })).id
      },
    })
    return { transfer_id, approval_id: approval?.id ?? null }
  })
}
