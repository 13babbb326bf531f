import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { ButtonLink } from '../../../components/links.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { StepLine } from '../../../components/step-line.tsx'
import { CallLender } from '../../assistance/call-lender.tsx'
import { BalancePanel } from '../balance/balance-panel.tsx'
import { ConstanciaButton } from '../contract/constancia-button.tsx'
import { ContractButton } from '../contract/contract-button.tsx'
import { LoanFiles } from '../loan-files.tsx'
import { LoanHead } from '../loan-head.tsx'
import { MonthStatement } from '../month-statement.tsx'
import { NoDebtLetterButton } from '../no-debt-letter-button.tsx'
import { PayoutReceiptButton } from '../payout-receipt-button.tsx'
import { buildPayoutSteps, isMoneyMoving } from '../payout-steps.ts'
import { paidLabel, paidOf } from '../progress.ts'
import { ReceivingAccountLine } from '../receiving-account.tsx'
import { overdueLabel, withNextPaymentText } from '../to-pay.ts'
import { loanWords } from '../words.ts'
import { ClarifiedHead } from './clarified-head.tsx'
import classes from './live-loan.module.css'
import { LoanDeduction, LoanFacts } from './loan-facts.tsx'
import { PayEarly } from './pay-early/pay-early.tsx'
import { PaymentCalendar } from './payment-calendar.tsx'
import { PaymentList } from './payment-list.tsx'

/** The amount to show first: what is overdue and since when, or else the next payment and its day. */
function firstAmount({ state, overdue, to_pay, next_payment_date }: LoanDetail) {
  if (to_pay === null) return null
  if (overdue === 0)
    return { label: 'Tu próximo pago', cents: to_pay.amount, day: `el ${formatLongDate(to_pay.by)}` }
  const since = formatLongDate(next_payment_date ?? to_pay.by)
  return { label: overdueLabel(state), cents: overdue, day: `venció el ${since}` }
}

function NextPayment({ loan }: { loan: LoanDetail }) {
  const isLate = loan.state === 'overdue'
  const progress = paidOf(loan)
  const first = firstAmount(loan)
  if (first === null) return null
  const next = loan.overdue > 0 ? withNextPaymentText(loan) : null
  return (
    <Panel tone={isLate ? 'late' : 'jade'}>
      <div className={classes.next}>
        <ProgressRing {...progress} label={paidLabel(progress)} size={72}>
          {progress.value}/{progress.total}
        </ProgressRing>
        <div className={classes.words}>
          <p className={stack.lead}>{first.label}</p>
          <p className={classes.payment}>{formatMoney(first.cents)}</p>
          <p className={classes.day}>{first.day}</p>
        </div>
      </div>
      {next !== null && <p className={classes.beside}>{next}</p>}
      {loan.overdue === 0 && <LoanDeduction loan={loan} />}
      {isLate && (
        <>
          <p className={classes.late} role="status">
            Acércate a tu empresa o llámanos: entre más pronto te pongas al corriente, mejor.
          </p>
          <CallLender variant="filled" />
        </>
      )}
    </Panel>
  )
}

function Head({ loan }: { loan: LoanDetail }) {
  const { state, amount, amount_due, type, in_clarification } = loan
  if (state === 'completed')
    return <LoanHead loan={loan} cents={amount} label={`Terminaste de pagar este ${loanWords[type].name}`} />
  if (state === 'payout_returned')
    return (
      <LoanHead
        loan={loan}
        cents={amount}
        label="Tu banco no aceptó el depósito y el dinero regresó con nosotros. No debes nada: revisamos tu cuenta y te avisamos cuando lo enviemos de nuevo."
      />
    )
  if (in_clarification) return <ClarifiedHead loan={loan} />
  return <LoanHead loan={loan} cents={amount_due} label="Te falta por pagar" />
}

/** Details of an active, overdue, completed or returned loan: amount due, next payment, payments and contract. */
export function LiveLoan({ loan }: { loan: LoanDetail }) {
  const { state, type, payments, receiving_account, payoff, in_clarification } = loan
  const showsWay = isMoneyMoving(loan) || state === 'payout_returned'
  return (
    <div className={stack.stack}>
      <Head loan={loan} />
      {isPayable(state) && <NextPayment loan={loan} />}
      <BalancePanel loans={isPayable(state) ? [loan] : []} />
      {showsWay && (
        <Panel title="El camino de tu dinero">
          <StepLine label="El camino de tu dinero" steps={buildPayoutSteps(loan)} />
        </Panel>
      )}
      {type === 'credit' && !in_clarification && <PaymentCalendar loan={loan} />}
      {isPayable(state) && !in_clarification && payoff > 0 && <PayEarly loan={loan} />}
      <Panel title="Pagos registrados">
        <PaymentList
          type={type}
          payments={payments}
          nextDay={loan.overdue === 0 ? (loan.to_pay?.by ?? null) : null}
        />
      </Panel>
      <LoanFacts loan={loan} />
      <Panel title={in_clarification ? 'Cuenta de destino' : 'Cuenta que lo recibió'}>
        <ReceivingAccountLine account={receiving_account} />
        {state === 'payout_returned' && receiving_account !== null && (
          <ButtonLink to="/app/bank-staff" variant="light" size="lg" fullWidth mt="sm">
            Revisar mi cuenta
          </ButtonLink>
        )}
      </Panel>
      <NoDebtLetterButton loan={loan} />
      <PayoutReceiptButton loan={loan} />
      <ContractButton loan={loan} />
      <ConstanciaButton loan={loan} />
      <MonthStatement loan={loan} />
      <LoanFiles loan={loan} />
    </div>
  )
}
