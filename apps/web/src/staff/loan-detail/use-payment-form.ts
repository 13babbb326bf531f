import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { type Cents, pesos } from '@quincena/domain/money'
import { paymentBody } from '@quincena/domain/payments/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { paymentPreviewQuery } from '../../lib/payment-preview.ts'
import { useUser } from '../../lib/session.ts'
import { today } from '../../lib/today.ts'
import { initialProof, useProof } from '../bank/use-proof.ts'
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
  ...initialProof,
  excess: 'lower_payment',
  is_asked: false,
  /** What is above the payoff becomes the worker's balance. */
  keeps_balance: false,
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
function readPlan(values: PaymentValues, dates: ValueDates, payoff?: Cents) {
  const { amount_paid, value_date } = values
  const dateProblem = valueDateError(value_date, dates)
  const earlier_day = value_date < dates.today ? value_date : undefined
  const read = readAmount(amount_paid, { payoff, earlier_day })
  const isKept = values.keeps_balance && read.exceeded !== null && read.exceeded > 0
  // The loan takes its payoff; the rest of the money is the worker's.
  const amount = isKept ? { ...read, amount_paid: read.exceeded, problem: undefined } : read
  const { amount_paid: cents } = amount
  const planned = cents === null || dateProblem !== undefined ? null : { amount_paid: cents, value_date }
  return { amount, dateProblem, planned, isKept }
}

/** What the typed amount is above the payoff of its day, in centavos; null while it is not, or the payoff is not known. */
function restAbove({ amount_paid }: PaymentValues, payoff: Cents | undefined): Cents | null {
  const typed = readAmount(amount_paid, { payoff: undefined }).amount_paid
  return typed === null || payoff === undefined || payoff === 0 || typed <= payoff ? null : typed - payoff
}

/** The wire shape of a new payment without what proves it; the reason belongs to a correction alone. */
function bodyOf(loan: LoanDetail, values: PaymentValues, dates: ValueDates) {
  const { amount_paid, value_date, reason } = values
  return {
    loan_request: loan.id,
    amount_paid: Number(amount_paid),
    previous_amount_due: pesos(loan.amount_due),
    user: loan.user.id,
    value_date,
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
  // Of an earlier day the server says whether the amount fits, unless the rest is to be the worker's.
  const payoffIn = ({ value_date, keeps_balance }: PaymentValues) => {
    if (value_date === day) return loan.payoff
    return keeps_balance ? previewIn({ amount_paid: 1, value_date })?.payoff : undefined
  }
  const choiceOf = (values: PaymentValues) => {
    const preview = previewIn(readPlan(values, dates, payoffIn(values)).planned)
    return chosenOutcome(preview, values.excess)?.excess ?? 'lower_payment'
  }
  const proof = useProof()
  const { form, refusal, submit } = useServerForm({
    schema: paymentBody,
    initial: initialValues(loan, day),
    toBody: (values) => ({
      ...bodyOf(loan, values, dates),
      ...proof.bodyOf(values),
      excess: choiceOf(values),
      ...(readPlan(values, dates, payoffIn(values)).isKept && { remainder: 'balance' as const }),
    }),
    check: (values) => {
      const { amount, dateProblem } = readPlan(values, dates, payoffIn(values))
      const isMissing = isCorrection(values.value_date, dates) && values.reason.trim() === ''
      return {
        amount_paid: amount.problem,
        value_date: dateProblem,
        reason: isMissing ? 'Escribe el motivo de la corrección.' : undefined,
        ...proof.problemsOf(values),
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
  const draft = useDraft(`payment ${live.id}`, form, { isMoney: true })
  const { value_date } = form.values
  const isDated = valueDateError(value_date, dates) === undefined
  const payoff = usePayoffOn(loan, { value_date: isDated ? value_date : null, today: day })
  // A payment before others is limited by what they leave: the server says whether it fits.
  const isBefore = dates.latest !== null && value_date < dates.latest
  const { keeps_balance } = form.values
  const plan = readPlan(form.values, dates, isBefore && !keeps_balance ? undefined : payoff)
  const shown = usePaymentPreview(loan, plan.planned)
  const rest = restAbove(form.values, payoff)
  const account = proof.accountOf(form.values)
  return { form, draft, loan, refusal, submit, dates, plan, shown, isBefore, rest, account }
}
