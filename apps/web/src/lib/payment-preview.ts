import type { Day } from '@quincena/domain/dates'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Installment } from '@quincena/domain/loans/schema'
import { type Cents, pesos } from '@quincena/domain/money'
import { type PaymentPreview, type PreviewOutcome, paymentPreview } from '@quincena/domain/payments/schema'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { readQuery } from './read-query.ts'

/** A payment that is not registered. `value_date` is today if it is missing. */
interface PlannedPayment {
  amount_paid: Cents
  value_date?: Day | undefined
}

/** What a payment would do to a loan. The key has `amount_due`, so that a registered payment asks again. */
export const paymentPreviewQuery = (
  { id, amount_due }: Pick<LoanDetail, 'id' | 'amount_due'>,
  { amount_paid, value_date }: PlannedPayment,
) => {
  const query = { amount_paid: pesos(amount_paid), value_date }
  return queryOptions({
    ...readQuery(keys.payoffs.preview(id, amount_due, query), paymentPreview, {
      path: `/loan/${id}/payment-preview`,
      query,
    }),
    staleTime: 0,
  })
}

/** The principal of a schedule in centavos at the end of a day. */
function principalOn(schedule: readonly Installment[], day: Day): Cents {
  const next = schedule.find(({ due_date }) => due_date > day)
  return next === undefined ? 0 : next.balance + next.principal
}

/**
 * The points of the plot of one outcome: the principal on the day of the payment, without and with it, and after each
 * later installment. `schedule` is the one in force.
 */
export function balancePoints(
  { day, balances }: Pick<PaymentPreview, 'day' | 'balances'>,
  outcome: Pick<PreviewOutcome, 'applied' | 'balances'>,
  schedule: readonly Installment[],
) {
  const principal = principalOn(schedule, day)
  const later = (points: PaymentPreview['balances']) =>
    points
      .filter(({ due_date }) => due_date > day)
      .map(({ due_date, balance }) => ({ day: due_date, balance }))
  const { settles, prepaid } = outcome.applied
  return {
    before: [{ day, balance: principal }, ...later(balances)],
    after: settles
      ? [{ day, balance: 0 }]
      : [{ day, balance: principal - (prepaid ?? 0) }, ...later(outcome.balances)],
  }
}
