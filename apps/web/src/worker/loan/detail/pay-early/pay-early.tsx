import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { pesos } from '@quincena/domain/money'
import { effectText } from '@quincena/domain/payments/effect'
import type { PaymentPreview } from '@quincena/domain/payments/schema'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Notice } from '../../../../components/notice.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { LinesSkeleton } from '../../../../components/skeletons.tsx'
import { errorText, fieldErrors } from '../../../../lib/api-error.ts'
import { useOnline } from '../../../../lib/online.ts'
import { paymentPreviewQuery } from '../../../../lib/payment-preview.ts'
import { useRefresh } from '../../../../lib/refresher.ts'
import { type ComparedChoice, chosenOutcome } from './choices.ts'
import { Outcome } from './outcome.tsx'
import classes from './pay-early.module.css'
import { readTypedAmount } from './typed-amount.ts'
import { effectWords } from './words.ts'

const debounce_ms = 400

/** The preview of the typed amount, once typing has paused. A payoff that the server refuses reloads the loan. */
function usePreview(loan: LoanDetail, text: string) {
  const [settledText] = useDebouncedValue(text, debounce_ms)
  const isOnline = useOnline()
  const typed = readTypedAmount(settledText, loan.payoff)
  const amount = typed !== null && 'amount' in typed ? typed.amount : null
  const query = useQuery({
    ...paymentPreviewQuery(loan, { amount_paid: amount ?? 0 }),
    enabled: amount !== null && isOnline,
  })
  const refusal = fieldErrors(query.error).amount_paid
  const refresh = useRefresh('loan')
  const reload = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (refusal !== undefined) reload()
  }, [refusal])
  const problem = typed !== null && 'problem' in typed ? typed.problem : refusal
  return { query, amount: problem === undefined ? amount : null, problem, isOnline }
}

/** Stands for a preview that has not loaded: a skeleton, the missing connection, or the error with a retry. */
function Waiting({ query, isOnline }: { query: UseQueryResult<PaymentPreview>; isOnline: boolean }) {
  if (!isOnline) return <Notice tone="info">Sin conexión. Lo calculamos en cuanto vuelva.</Notice>
  if (query.error === null) return <LinesSkeleton lines={4} />
  return (
    <>
      <Notice tone="problem">No pudimos calcularlo. {errorText(query.error)}</Notice>
      <Button variant="light" size="lg" fullWidth onClick={() => void query.refetch()}>
        Reintentar
      </Button>
    </>
  )
}

const intros = {
  credit: 'Si pagas de más, baja tu deuda y ahorras intereses.',
  advance: 'Puedes pagar tu anticipo en partes, antes de tu quincena.',
  overdue: 'Tu pago cubre primero lo vencido. Si tu empresa ya te lo descontó, no lo pagues otra vez.',
} as const

/** «Pagar antes», or «Pagar ahora» with an overdue payment: what a payment of a typed amount would do, and how to make it. */
export function PayEarly({ loan }: { loan: LoanDetail }) {
  const { type, payoff, overdue } = loan
  const isOverdue = overdue > 0
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<ComparedChoice>('lower_payment')
  const { query, amount, problem, isOnline } = usePreview(loan, text)
  const preview = amount === null ? undefined : query.data
  const outcome = preview && chosenOutcome(preview, choice)
  const payment = preview && { amount_paid: amount ?? 0, value_date: preview.day, isCorrection: false }
  return (
    <Panel title={isOverdue ? 'Pagar ahora' : 'Pagar antes'}>
      <div className={classes.parts}>
        <p className={stack.lead}>{intros[isOverdue ? 'overdue' : type]}</p>
        <TextInput
          size="lg"
          label="¿Cuánto quieres pagar?"
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isOverdue && overdue < payoff && (
          <Button variant="light" size="lg" fullWidth onClick={() => setText(pesos(overdue).toFixed(2))}>
            Solo lo vencido: {formatMoney(overdue)}
          </Button>
        )}
        <Button variant="light" size="lg" fullWidth onClick={() => setText(pesos(payoff).toFixed(2))}>
          Liquidar todo: {formatMoney(payoff)}
        </Button>
        {/* Rendered before its text, so that screen readers announce the text. */}
        <p className={classes.effect} role="status">
          {outcome && payment && effectText(loan, { payment, outcome }, effectWords[type])}
        </p>
        {amount !== null && preview === undefined && <Waiting query={query} isOnline={isOnline} />}
        {preview && outcome && (
          <Outcome loan={loan} preview={preview} outcome={outcome} onChoose={setChoice} />
        )}
      </div>
    </Panel>
  )
}
