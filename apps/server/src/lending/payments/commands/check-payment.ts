import type { Day } from '@quincena/domain/dates'
import { amountDue } from '@quincena/domain/loans/figures'
import { isPayable } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { firstValueDate, valueDateProblem } from '@quincena/domain/payments/rules'
import type { PaymentBody } from '@quincena/domain/payments/schema'
import { type CommandContext, isAdmin } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import type { LoadedLoan } from '../../loans/queries/position.ts'

export interface Registration {
  context: CommandContext
  body: PaymentBody
  /** The incoming payment behind it, locked and open: STP states its value date, so none is too early. */
  incoming_payment_id?: number
  /** True if the money is the worker's own balance, which is locked. */
  from_balance?: boolean
}

/** Throws `payment.settled` or `loan.not_active` (409) unless the loan is payable. */
export function refuseNotPayable({ state }: Pick<LoanRow, 'state'>) {
  if (state === 'completed') throw new AppError('payment.settled', 409)
  if (!isPayable(state)) throw new AppError('loan.not_active', 409)
}

/**
 * Throws `debt_changed` (409) unless the caller saw the current debt, in centavos: somebody else changed it meanwhile.
 * Until a loan of the earlier rules is recalculated, its detail shows the stored debt and its quotes the model's.
 */
export function refuseOtherDebt(loan: LoanRow, { position }: LoadedLoan, seenDebt: Cents) {
  const isCurrent = seenDebt === loan.amount_due_cents || seenDebt === amountDue(position)
  if (!isCurrent) throw new AppError('debt_changed', 409)
}

/** Throws 422 unless the money can have been the lender's on this day. */
export function refuseImpossibleDate(days: { value_date: Day; today: Day; start: Day }) {
  const problem = valueDateProblem(days)
  if (problem === null) return
  throw new AppError(problem.code, 422, {
    ...{ detail: problem.message, texts: { value_date: [problem.message] } },
  })
}

/**
 * Returns true if the payment is a correction: its value date is earlier than staff may set. Throws 422 unless an admin
 * registers it with a reason.
 */
export function isCorrection(
  { context, body, incoming_payment_id }: Registration,
  { value_date, loaded, today }: { value_date: Day; loaded: LoadedLoan; today: Day },
): boolean {
  const start = loaded.opened.start
  const days = loaded.payments.map((payment) => payment.value_date).toSorted()
  const latest = days.at(-1) ?? null
  refuseImpossibleDate({ value_date, today, start })
  if (incoming_payment_id !== undefined) return latest !== null && value_date < latest
  if (value_date >= firstValueDate({ today, start, latest })) return false
  if (!isAdmin(context.user))
    throw new AppError('payment.value_date_too_early', 422, {
      fields: { value_date: 'payment.value_date_too_early' },
    })
  if (!body.reason)
    throw new AppError('payment.reason_missing', 422, { fields: { reason: 'payment.reason_missing' } })
  return true
}

/** Throws `payment.reference_used` (409) if a payment of the loan in force has this reference of the channel. */
export async function refuseUsedReference(trx: Trx, { loan_request, reference, ...body }: PaymentBody) {
  const channel = body.channel ?? 'other'
  if (!reference) return
  const used = await trx
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan_request)
    .where('channel', '=', channel)
    .where('reference', '=', reference)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  if (used === undefined) return
  throw new AppError('payment.reference_used', 409, { fields: { reference: 'payment.reference_used' } })
}
