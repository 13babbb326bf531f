import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isUnconfirmed } from '../../../people/worker-changes/queries.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { findPayee } from '../../../treasury/transfers/queries/payee.ts'
import type { Place } from '../../../treasury/transfers/rules.ts'
import { findCoolingOff } from '../../../treasury/verifications/queries/find-cooling-off.ts'
import { findAccountObstacle } from '../../../treasury/verifications/queries/find-verification.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
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

/** Throws `resend.account_*` (409) unless money may go to the worker's current account. */
async function refuseUnverified(deps: Deps, trx: Trx, user_id: number) {
  const account = (await findPayee(trx, user_id))?.account
  if (account === undefined) return
  const obstacle = await findAccountObstacle(trx, { user_id, account })
  if (obstacle !== null) throw new AppError(`resend.account_${obstacle}`, 409)
  if ((await findCoolingOff(trx, { user_id, account }, deps.clock())) !== null)
    throw new AppError('resend.cooling_off', 409)
}

/**
 * Throws unless a locked loan may be sent again: `loan.not_returned`, `resend.worker_unconfirmed` until another person
 * confirmed what staff wrote of the worker, and `resend.account_*` (409) unless money may go to the worker's current
 * account, also not within 24 hours after it changed (`resend.cooling_off`). The request and its execution both ask here.
 */
export async function refuseUnsendable(deps: Deps, trx: Trx, { state, user_id }: LoanRow): Promise<void> {
  if (state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
  if (await isUnconfirmed(trx, { user_id })) throw new AppError('resend.worker_unconfirmed', 409)
  await refuseUnverified(deps, trx, user_id)
}

interface Resend {
  loan: LoanRow
  context: CommandContext
  place: Place
}

/** Sends a locked loan that `refuseUnsendable` allows by a new order; throws the errors of `createTransfer`. */
export async function sendAgain(deps: Deps, trx: Trx, { loan, context, place: sent }: Resend) {
  const place = await placeOf(trx, loan.id, sent)
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
  return order
}
