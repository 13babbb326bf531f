import { Button, Checkbox, type CheckboxProps } from '@mantine/core'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { arrivedProblem, offeredAmount } from '@quincena/domain/incoming-payments/rules'
import { confirmBody, type IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { type Cents, pesos } from '@quincena/domain/money'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { paymentPreviewQuery } from '../../lib/payment-preview.ts'
import { today } from '../../lib/today.ts'
import { AmountField, readAmount, typedAmount } from '../loan/amount-field.tsx'
import { wishProblem } from '../loan/excess-choice.tsx'
import { PreviewPart } from '../loan/preview-part.tsx'
import {
  chosenOutcome,
  type PlannedPayment,
  unseenPreview,
  usePaymentPreview,
} from '../loan/use-payment-preview.ts'
import { incomingPayoffQuery, useConfirmIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'
import { stpDoubt } from './incoming-words.ts'

interface ConfirmProps {
  incoming: IncomingPayment
  loan: LoanDetail
  /** Buttons of what else may be done with the money. */
  others: ReactNode
}

type QuotedProps = ConfirmProps & { quote: PayoffQuote }

/** Reads the typed amount, which is limited by what arrived and by the payoff of the day when it arrived. */
function readArrived({ incoming, quote }: Pick<QuotedProps, 'incoming' | 'quote'>, typed: number | string) {
  const earlier_day = quote.day < today() ? quote.day : undefined
  const amount = readAmount(typed, { payoff: quote.amount, earlier_day })
  const { amount_paid } = amount
  if (amount_paid === null) return amount
  const problem = arrivedProblem({ arrived: incoming.unapplied, amount_paid })
  return problem === null ? amount : { ...amount, amount_paid: null, problem: problem.message }
}

/** True if the payment settles the loan and staff leave the rest of the money to the worker. */
function keepsBalance(
  { incoming, quote }: Pick<QuotedProps, 'incoming' | 'quote'>,
  values: { amount_paid: number | string; keeps_balance: boolean },
): boolean {
  const { amount_paid } = readArrived({ incoming, quote }, values.amount_paid)
  return values.keeps_balance && amount_paid === quote.amount && incoming.unapplied > quote.amount
}

/**
 * State of the form that registers an incoming payment. It registers once, although the form stays until the list is
 * loaded again, and only what the preview has shown.
 */
function useConfirm(props: QuotedProps) {
  const { incoming, loan, quote } = props
  const { mutateAsync } = useConfirmIncoming(incoming.id)
  const client = useQueryClient()
  const isRegistered = useRef(false)
  const planOf = (typed: number | string): PlannedPayment | null => {
    const { amount_paid } = readArrived(props, typed)
    return amount_paid === null ? null : { amount_paid, value_date: quote.day }
  }
  const previewOf = (typed: number | string) => {
    const planned = planOf(typed)
    return planned === null ? undefined : client.getQueryData(paymentPreviewQuery(loan, planned).queryKey)
  }
  const choiceOf = (values: { amount_paid: number | string; excess: string }) =>
    chosenOutcome(previewOf(values.amount_paid), values.excess)?.excess ?? 'lower_payment'
  const state = useServerForm({
    schema: confirmBody,
    initial: {
      amount_paid: typedAmount(offeredAmount(incoming.unapplied, quote.amount)),
      excess: 'lower_payment',
      is_asked: false,
      keeps_balance: false,
    },
    toBody: (values) => ({
      loan_request: loan.id,
      previous_amount_due: pesos(loan.amount_due),
      excess: choiceOf(values),
      ...(keepsBalance(props, values)
        ? { amount_paid: pesos(incoming.unapplied), remainder: 'balance' as const }
        : { amount_paid: Number(values.amount_paid) }),
    }),
    check: (values) => ({
      amount_paid: readArrived(props, values.amount_paid).problem,
      is_asked: wishProblem({ ...values, excess: choiceOf(values) }),
    }),
    explain: explainAll,
    send: async (body, values) => {
      if (isRegistered.current) return false
      const preview = previewOf(values.amount_paid)
      if (preview === undefined) throw unseenPreview()
      await mutateAsync(body)
      isRegistered.current = true
      const settles = chosenOutcome(preview, values.excess)?.applied.settles === true
      const what = settles ? 'La liquidación ha sido registrada' : 'El pago ha sido registrado'
      toast.success(`${what} correctamente.`)
    },
  })
  return { ...state, plan: planOf(state.form.values.amount_paid) }
}

interface LeftoverProps {
  left: Cents
  /** The payment settles the loan, so that the rest may be the worker's. */
  settles: boolean
  field: CheckboxProps
}

/** What the payment leaves of the money: for another loan or, if staff say so, the worker's balance. */
function Leftover({ left, settles, field }: LeftoverProps) {
  if (left <= 0) return null
  const amount = <strong>{formatMoney(left)}</strong>
  return (
    <Notice tone="info">
      {settles ? (
        <Checkbox
          label={<>Dejar {amount} a favor del trabajador</>}
          description="Si no, quedan por registrar: puedes usarlos en otro préstamo."
          {...field}
        />
      ) : (
        <>Quedarán {amount} por registrar: puedes usarlos en otro préstamo.</>
      )}
    </Notice>
  )
}

/** When and how much arrived, and what is left of it after earlier payments. */
function arrivalText({ amount, unapplied }: IncomingPayment, { day }: PayoffQuote): string {
  const arrived = `Llegaron ${formatMoney(amount)} el ${formatDate(day)}`
  return unapplied === amount ? `${arrived}.` : `${arrived}; quedan ${formatMoney(unapplied)}.`
}

function QuotedForm(props: QuotedProps) {
  const { incoming, loan, quote, others } = props
  const { form, formProps, refusal, plan } = useConfirm(props)
  const shown = usePaymentPreview(loan, plan)
  const { amount_paid, excess } = form.values
  const { problem, exceeded } = readArrived(props, amount_paid)
  const field = form.getInputProps('amount_paid')
  return (
    <form {...formProps} className={classes.form}>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <AmountField
        label="Cantidad a registrar"
        description={arrivalText(incoming, quote)}
        {...field}
        value={amount_paid}
        error={problem ?? shown.problems.amount_paid ?? field.error}
        exceeded={exceeded === null ? null : offeredAmount(incoming.unapplied, exceeded)}
      />
      <PreviewPart
        loan={loan}
        planned={plan}
        shown={shown}
        excess={excess}
        onExcess={(chosen) => form.setFieldValue('excess', chosen)}
        wishField={form.getInputProps('is_asked', { type: 'checkbox' })}
        isCorrection={loan.payments.some(
          ({ value_date, reversed_at }) => reversed_at === null && value_date > quote.day,
        )}
      />
      {plan !== null && (
        <Leftover
          left={incoming.unapplied - plan.amount_paid}
          settles={plan.amount_paid === quote.amount}
          field={form.getInputProps('keeps_balance', { type: 'checkbox' })}
        />
      )}
      <div className={classes.foot}>
        {others}
        <Button type="submit" loading={form.submitting}>
          Registrar pago
        </Button>
      </div>
    </form>
  )
}

function OtherFoot({ others }: Pick<ConfirmProps, 'others'>) {
  return (
    <div className={classes.foot}>
      {others}
      <Button disabled>Registrar pago</Button>
    </div>
  )
}

/**
 * Form that registers an incoming payment as a payment of the day when it arrived: up to the payoff of that day, with a
 * preview of what it does. Money that STP has not confirmed cannot be registered.
 */
export function ConfirmForm(props: ConfirmProps) {
  const { incoming, loan, others } = props
  const mayPay = isPayable(loan.state)
  const isConfirmed = stpDoubt(incoming) === null
  const query = useQuery({
    ...incomingPayoffQuery(incoming.id, loan),
    enabled: mayPay && isConfirmed,
    // After a refusal because the debt has changed the form stays, with what was typed, until the new payoff arrives.
    placeholderData: keepPreviousData,
  })
  if (query.data !== undefined && mayPay && isConfirmed) return <QuotedForm {...props} quote={query.data} />
  return (
    <div className={classes.form}>
      {!mayPay && (
        <Notice tone="problem">
          Este préstamo ya no debe nada. Elige otro, o abona el dinero al saldo de su trabajador.
        </Notice>
      )}
      {query.isLoading && <LinesSkeleton lines={4} />}
      {query.error !== null && <ErrorState error={query.error} onRetry={query.refetch} />}
      <OtherFoot others={others} />
    </div>
  )
}
