import { Button, NumberInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { offeredAmount, registrationProblem } from '@quincena/domain/incoming-payments/rules'
import { confirmBody, type IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { remainingPrincipal } from '@quincena/domain/loans/payoff'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { cents, pesos } from '@quincena/domain/money'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { Balance } from '../loan/balance.tsx'
import { incomingPayoffQuery, useConfirmIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'
import { stpDoubt } from './incoming-words.ts'
import { SettleChoice, type SettleMethod } from './settle-choice.tsx'

interface ConfirmProps {
  incoming: IncomingPayment
  loan: LoanDetail
  onDismiss: () => void
}

interface Chosen {
  /** Typed amount in pesos; null while the user has not typed. */
  typed: number | string | null
  settling: PayoffQuote | null
}

/** Returns the amount to register, in centavos, and its problem; null when the amount is valid. */
function planOf({ incoming, loan }: Omit<ConfirmProps, 'onDismiss'>, { typed, settling }: Chosen) {
  if (settling !== null) return { amount_paid: settling.amount, problem: null }
  const { type, amount_due } = loan
  const arrivedAmount = incoming.amount
  const suggestedAmount = type === 'advance' ? amount_due : offeredAmount(arrivedAmount, amount_due)
  const amount_paid = typed === null ? suggestedAmount : cents(Number(typed))
  if (amount_paid <= 0) return { amount_paid, problem: 'La cantidad pagada debe ser mayor a cero.' }
  const problem =
    registrationProblem({ arrived: arrivedAmount, type, amount_due, amount_paid })?.message ?? null
  return { amount_paid, problem }
}

function Leftover({ cents: left }: { cents: number }) {
  if (left <= 0) return null
  return (
    <Notice tone="info">
      Sobrarán <strong>{formatMoney(left)}</strong>: devuélvelos a quien los envió.
    </Notice>
  )
}

type Plan = ReturnType<typeof planOf> & { isSettling: boolean; isReady: boolean }

/** Registers a ready plan once, although the form stays until the list is loaded again. Keeps a refusal to show it. */
function useConfirm({ incoming, loan }: Omit<ConfirmProps, 'onDismiss'>, plan: Plan) {
  const { mutateAsync } = useConfirmIncoming(incoming.id)
  const isRegistered = useRef(false)
  return useServerForm({
    schema: confirmBody,
    initial: {},
    toBody: () => ({
      loan_request: loan.id,
      previous_amount_due: pesos(loan.amount_due),
      amount_paid: pesos(plan.amount_paid),
      early_settlement: plan.isSettling,
    }),
    send: async (body) => {
      if (!plan.isReady || isRegistered.current) return false
      await mutateAsync(body)
      isRegistered.current = true
      const what = plan.isSettling ? 'La liquidación ha sido registrada' : 'El pago ha sido registrado'
      toast.success(`${what} correctamente.`)
    },
  })
}

/**
 * Loads the payoff of the day the money arrived, only for a confirmed incoming payment that covers the principal of a
 * credit. `quote` is null unless the money covers the payoff and the payoff gives a discount.
 */
function useSettlement({ incoming, loan }: Omit<ConfirmProps, 'onDismiss'>) {
  const mayCover =
    stpDoubt(incoming) === null &&
    loan.type === 'credit' &&
    isPayable(loan.state) &&
    incoming.amount >= remainingPrincipal(loan.schedule, loan.amount_due)
  const { data, error, refetch } = useQuery({ ...incomingPayoffQuery(incoming.id, loan), enabled: mayCover })
  const covers = data !== undefined && data.discount > 0 && data.amount <= incoming.amount
  const isLoadingQuote = mayCover && data === undefined && error === null
  return { quote: covers ? data : null, isLoadingQuote, error: mayCover ? error : null, refetch }
}

interface PlainProps extends Pick<ConfirmProps, 'incoming' | 'loan'> {
  plan: { typed: number | string | null; amount_paid: number; problem: string | null }
  onType: (typed: number | string) => void
}

function PlainPayment({ incoming, loan, plan, onType }: PlainProps) {
  return (
    <div className={classes.pay}>
      <NumberInput
        label="Cantidad a registrar"
        description={`Llegaron ${formatMoney(incoming.amount)}.`}
        value={plan.typed ?? pesos(plan.amount_paid)}
        onChange={onType}
        error={plan.problem}
        readOnly={loan.type === 'advance'}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        fixedDecimalScale
        allowNegative={false}
        hideControls
        classNames={{ input: classes.amount ?? '' }}
      />
      <Balance amount_due={loan.amount_due} amount_paid={plan.amount_paid} />
    </div>
  )
}

interface FootProps {
  onDismiss: () => void
  isBusy?: boolean
  isReady: boolean
  children: string
}

function Foot({ onDismiss, isBusy = false, isReady, children }: FootProps) {
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={onDismiss} disabled={isBusy}>
        Descartar
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isReady}>
        {children}
      </Button>
    </div>
  )
}

/**
 * Form that registers the incoming payment as a payment, or as a payoff when it covers the payoff, with the resulting
 * figures.
 */
export function ConfirmForm({ incoming, loan, onDismiss }: ConfirmProps) {
  const { quote, isLoadingQuote, error, refetch } = useSettlement({ incoming, loan })
  const [typed, setTyped] = useState<number | string | null>(null)
  const [method, setMethod] = useState<SettleMethod>('settle')
  const settling = method === 'settle' ? quote : null
  const plan = planOf({ incoming, loan }, { typed, settling })
  const mayPay = isPayable(loan.state)
  const isConfirmed = stpDoubt(incoming) === null
  const isComplete = isConfirmed && mayPay && !isLoadingQuote && error === null
  const isReady = isComplete && plan.problem === null
  const isSettling = settling !== null
  const { form, refusal, formProps } = useConfirm({ incoming, loan }, { ...plan, isSettling, isReady })
  return (
    <form {...formProps} className={classes.form}>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      {!mayPay && (
        <Notice tone="problem">Este préstamo ya no debe nada. Elige otro o descarta el abono.</Notice>
      )}
      {isLoadingQuote && <LinesSkeleton lines={4} />}
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {quote !== null && <SettleChoice quote={quote} loan={loan} value={method} onChange={setMethod} />}
      {isComplete && !isSettling && (
        <PlainPayment incoming={incoming} loan={loan} plan={{ typed, ...plan }} onType={setTyped} />
      )}
      {isReady && <Leftover cents={incoming.amount - plan.amount_paid} />}
      <Foot onDismiss={onDismiss} isBusy={form.submitting} isReady={isReady}>
        {isSettling ? 'Liquidar anticipadamente' : 'Registrar pago'}
      </Foot>
    </form>
  )
}
