import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { Place } from '../../../treasury/transfers/rules.ts'
import { lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { createPayout } from './pay-out-loan.ts'

/** Returns the place in the request, else the place of the acceptance, because STP requires one. */
async function placeOf(trx: Trx, loan_id: number, sent: Place): Promise<Place> {
  if (sent.latitude !== null && sent.longitude !== null) return sent
  const signed = await trx
    .selectFrom('acceptance')
    .select(['latitude', 'longitude'])
    .where('loan_id', '=', loan_id)
    .executeTakeFirst()
  return signed ?? { latitude: null, longitude: null }
}

/**
 * Sends a returned payout again to the worker's current account, by a new order with a new key. The loan stays
 * `payout_returned` until STP has the order. Throws `loan.not_found` (404), `loan.not_returned` (409)
 * and the errors of `createTransfer`.
 */
export function resendLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, ...sent }: Place & { loan_id: number },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    if (loan.state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
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
