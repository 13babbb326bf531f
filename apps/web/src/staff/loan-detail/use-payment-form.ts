import type { LoanDetail } from '@quincena/domain/loans/schema'
import { pesos } from '@quincena/domain/money'
import { paymentBody } from '@quincena/domain/payments/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { paymentPreviewQuery } from '../../lib/payment-preview.ts'
import { useUser } from '../../lib/session.ts'
import { today } from '../../lib/today.ts'
import { readAmount, typedAmount } from '../loan/amount-field.tsx'
import { useRegisterPayment } from '../loan/api.ts'
import { wishProblem } from '../loan/excess-choice.tsx'
import {
  chosenOutcome,
  type PlannedPayment,
  unseenPreview,
  usePaymentPreview,
  usePayoffOn,
} from '../loan/use-payment-preview.ts'
import { type ValueDates, valueDateError, valueDatesOf } from '../loan/value-dates.ts'
import { useOpenedVersion } from './opened-version.ts'

const initialValues = ({ suggested_payment }: LoanDetail, day: string) => ({
  amount_paid: suggested_payment > 0 ? typedAmount(suggested_payment) : '',
  value_date: day,
  channel: 'deduction',
  reference: '',
  excess: 'lower_payment',
  is_asked: false,
  reason: '',
})

/** Fields of the form. */
export type PaymentValues = ReturnType<typeof initialValues>

/** True for a value date that staff may not set without a reason. */
export const isCorrection = (value_date: string, { min, first }: ValueDates) =>
  value_date >= min && value_date < first

/** Errors that mean that the loan has changed: the form then shows its current figures. */
const outdated = ['debt_changed', 'payment.exceeds_payoff']

/** Reads the typed date and amount; `planned` is null while a payment cannot be registered with them. */
function readPlan({ amount_paid, value_date }: PaymentValues, dates: ValueDates, payoff?: number) {
  const dateProblem = valueDateError(value_date, dates)
  const earlier_day = value_date < dates.today ? value_date : undefined
  const amount = readAmount(amount_paid, { payoff, earlier_day })
  const { amount_paid: cents } = amount
  const planned = cents === null || dateProblem !== undefined ? null : { amount_paid: cents, value_date }
  return { amount, dateProblem, planned }
}

/** The wire shape of a new payment; the reason belongs to a correction alone. */
function bodyOf(loan: LoanDetail, values: PaymentValues, dates: ValueDates) {
  const { amount_paid, value_date, channel, reference, excess, reason } = values
  return {
    loan_request: loan.id,
    amount_paid: Number(amount_paid),
    previous_amount_due: pesos(loan.amount_due),
    user: loan.user.id,
    ...{ value_date, channel, reference, excess },
    ...(isCorrection(value_date, dates) && { reason }),
  }
}

/**
 * State of the form of a new payment. The loan is the one that the form opened with; a refusal because it has changed
 * shows the current one and keeps what was typed. Without a shown preview nothing is sent.
 */
export function usePaymentForm(live: LoanDetail) {
  const { seen: loan, markOutdated } = useOpenedVersion(live, true)
  const isAdmin = useUser().user_type === 'U0'
  const [day] = useState(today)
  const dates = valueDatesOf(loan, { today: day, isAdmin })
  const { mutateAsync } = useRegisterPayment()
  const client = useQueryClient()
  const previewIn = (planned: PlannedPayment | null) =>
    planned === null ? undefined : client.getQueryData(paymentPreviewQuery(loan, planned).queryKey)
  const payoffIn = ({ value_date }: PaymentValues) => (value_date === day ? loan.payoff : undefined)
  const choiceOf = (values: PaymentValues) => {
    const preview = previewIn(readPlan(values, dates, payoffIn(values)).planned)
    return chosenOutcome(preview, values.excess)?.excess ?? 'lower_payment'
  }
  const { form, refusal, submit } = useServerForm({
    schema: paymentBody,
    initial: initialValues(loan, day),
    toBody: (values) => ({ ...bodyOf(loan, values, dates), excess: choiceOf(values) }),
    check: (values) => {
      const { amount, dateProblem } = readPlan(values, dates, payoffIn(values))
      const isMissing = isCorrection(values.value_date, dates) && values.reason.trim() === ''
      return {
        amount_paid: amount.problem,
        value_date: dateProblem,
        reason: isMissing ? 'Escribe el motivo de la corrección.' : undefined,
        is_asked: wishProblem({ ...values, excess: choiceOf(values) }),
      }
    },
    explain: explainAll,
    send: async (body, values) => {
      const { planned } = readPlan(values, dates, payoffIn(values))
      if (previewIn(planned) === undefined) throw unseenPreview()
      try {
        await mutateAsync(body)
      } catch (error) {
        if (error instanceof ApiError && outdated.includes(error.code)) markOutdated()
        throw error
      }
      toast.success('El pago ha sido registrado correctamente.')
    },
  })
  const { value_date } = form.values
  const isDated = valueDateError(value_date, dates) === undefined
  const payoff = usePayoffOn(loan, { value_date: isDated ? value_date : null, today: day })
  // A payment before others is limited by what they leave: the server says whether it fits.
  const isBefore = dates.latest !== null && value_date < dates.latest
  const plan = readPlan(form.values, dates, isBefore ? undefined : payoff)
  const shown = usePaymentPreview(loan, plan.planned)
  return { form, loan, refusal, submit, dates, plan, shown, isBefore }
}
