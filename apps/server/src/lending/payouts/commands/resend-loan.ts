import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { findPayee } from '../../../treasury/transfers/queries/payee.ts'
import type { Place } from '../../../treasury/transfers/rules.ts'
import {
  startVerification,
  waitForVerification,
} from '../../../treasury/verifications/commands/ensure-verification.ts'
import { findAccountObstacle } from '../../../treasury/verifications/queries/find-verification.ts'
import { lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { createPayout } from './pay-out-loan.ts'

/** Returns the place in the request, else the place of the acceptance, because STP requires one. */
async function placeOf(trx: Trx, loan_id: number, sent: Place): Promise<Place> {
  if (sent.latitude !== null && sent.longitude !== null) return sent
  const signed = await trx
    .selectFrom('signed_contract')
    .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .select(['latitude', 'longitude'])
    .where('signed_contract.loan_id', '=', loan_id)
    .executeTakeFirst()
  return signed ?? { latitude: null, longitude: null }
}

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

/** Throws `resend.account_*` (409) unless money may go to the worker's current account. */
async function refuseUnverified(trx: Trx, user_id: number) {
  const account = (await findPayee(trx, user_id))?.account
  if (account === undefined) return
  const obstacle = await findAccountObstacle(trx, { user_id, account })
  if (obstacle !== null) throw new AppError(`resend.account_${obstacle}`, 409)
}

/**
 * Sends a returned payout again to the worker's current account, by a new order with a new key. The loan stays
 * `payout_returned` until STP has the order. Throws `loan.not_found` (404), `loan.not_returned`, `resend.account_*` (409)
 * and the errors of `createTransfer`.
 */
export async function resendLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, ...sent }: Place & { loan_id: number },
) {
  await verifyAccount(deps, loan_id)
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    if (loan.state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
    await refuseUnverified(trx, loan.user_id)
    const place = await placeOf(trx, loan_id, sent)
    const order = await createPayout(deps, trx, { loan, place })
    await writeAudit(deps, trx, {
      context,
      action: 'loan.resent',
      subject: ['loan', loan.id],
      after: {
        tracking_key: order.tracking_key,
        attempt: order.attempt,
        account_last4: order.beneficiary_account.slice(-4),
      },
    })
    return { transfer_id: order.id }
  })
}
