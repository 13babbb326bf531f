import { arrivedProblem, arrivedValueDate, isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import type { ConfirmBody } from '@quincena/domain/incoming-payments/schema'
import type { Cents } from '@quincena/domain/money'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { markRegistered } from '../../../treasury/incoming-payments/commands/mark-registered.ts'
import { lockIncomingPayment } from '../../../treasury/incoming-payments/commands/move-incoming-payment.ts'
import { lockLoan } from '../../loans/commands/move-loan.ts'
import { refuseOtherPayoff } from './pay-off-loan.ts'
import { recordPaymentIn } from './record-payment.ts'

/** Locks an incoming payment that is open, confirmed by STP, no return of our own order, and has the amount left. */
async function lockUsablePayment(trx: Trx, { id, amount_paid }: { id: number; amount_paid: Cents }) {
  const incoming = await lockIncomingPayment(trx, id)
  const { status, payment_type, unapplied_cents: arrived } = incoming
  if (status !== 'open') throw new AppError('incoming_payment.not_open', 409)
  if (isReturnedMoney(payment_type)) throw new AppError('incoming_payment.returned_money', 409)
  if (incoming.stp_confirmed_at === null) throw new AppError('incoming_payment.unconfirmed', 409)
  const problem = arrivedProblem({ arrived, amount_paid })
  if (problem === null) return incoming
  throw new AppError(problem.code, 422, {
    detail: problem.message,
    texts: { amount_paid: [problem.message] },
  })
}

/**
 * Registers an incoming payment, or a part of what is left of it, as a payment of the loan that staff choose, which may
 * be another than the matched one. Its value date is the day when the money arrived. Throws what `recordPayment`
 * and `refuseOtherPayoff` throw, `incoming_payment.not_found` (404), `incoming_payment.not_open`,
 * `incoming_payment.returned_money`, `incoming_payment.unconfirmed` (409) and `incoming_payment.exceeds_arrived` (422).
 */
export function registerIncomingPayment(
  deps: Deps,
  context: CommandContext,
  { incoming_payment_id, body }: { incoming_payment_id: number; body: ConfirmBody },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, body.loan_request)
    const incoming = await lockUsablePayment(trx, { id: incoming_payment_id, amount_paid: body.amount_paid })
    const value_date = arrivedValueDate(incoming, loan.start_day)
    if (body.early_settlement) await refuseOtherPayoff(trx, { loan, day: value_date, body })
    const payment = { ...body, value_date, channel: 'transfer', reference: incoming.tracking_key } as const
    const { payment_id } = await recordPaymentIn(deps, trx, { context, body: payment, incoming_payment_id })
    const left = incoming.unapplied_cents - body.amount_paid
    await markRegistered(deps, trx, { context, incoming_payment_id, payment_id, left })
    return { payment_id }
  })
}
