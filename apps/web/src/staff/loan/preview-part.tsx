import type { CheckboxProps } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { effectText } from '@quincena/domain/payments/effect'
import type { PaymentPreview } from '@quincena/domain/payments/schema'
import { BalancePlot } from '../../components/balance-plot.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { balancePoints } from '../../lib/payment-preview.ts'
import { Balance } from './balance.tsx'
import { ExcessChoice } from './excess-choice.tsx'
import { effectWords } from './payment-words.ts'
import classes from './preview-part.module.css'
import { chosenOutcome, type PlannedPayment, type ShownPreview } from './use-payment-preview.ts'

interface PreviewPartProps {
  loan: Pick<LoanDetail, 'type' | 'amount_due' | 'schedule'>
  /** The payment that the form could register; null while its amount or its date cannot be. */
  planned: PlannedPayment | null
  shown: ShownPreview
  /** The chosen use of the excess. */
  excess: string
  onExcess: (excess: string) => void
  /** Form field of the check box of payments in advance. */
  wishField: CheckboxProps
  /** True for a value date before a registered payment. */
  isCorrection?: boolean
}

function Outcome(props: PreviewPartProps & { preview: PaymentPreview; amount_paid: number }) {
  const { loan, preview, amount_paid, isCorrection = false } = props
  const outcome = chosenOutcome(preview, props.excess)
  if (outcome === undefined) return null
  const { discount, new_amount_due, applied } = outcome
  const payment = { amount_paid, value_date: preview.day, isCorrection }
  const hasExcess = preview.outcomes.some((each) => (each.applied.prepaid ?? 0) > 0)
  const debt = { schedule: loan.schedule, amount_due: preview.amount_due }
  return (
    <>
      <p className={classes.effect} role="status">
        {effectText(debt, { payment, outcome }, effectWords[loan.type])}
      </p>
      <Balance {...{ amount_due: preview.amount_due, amount_paid, discount, new_amount_due }} />
      {hasExcess && (
        <ExcessChoice
          outcomes={preview.outcomes}
          chosen={outcome}
          onExcess={props.onExcess}
          wishField={props.wishField}
        />
      )}
      {(applied.prepaid ?? 0) > 0 && (
        <BalancePlot {...balancePoints(preview, outcome, loan.schedule)} what="Capital" />
      )}
    </>
  )
}

/** The amount of a shown answer: previous − paid − saved = new. */
const paidIn = ({ amount_due, outcomes: [first] }: PaymentPreview) =>
  first === undefined ? 0 : amount_due - first.discount - first.new_amount_due

/**
 * Shows what a payment will do before it is registered: a sentence, the debt before and after, the choices for an excess
 * and the balance over time. An answer for earlier values is dimmed until the next one arrives.
 */
export function PreviewPart(props: PreviewPartProps) {
  const { planned, shown } = props
  const { preview, isCurrent, error } = shown
  const isRefused = planned === null || shown.isRefused
  return (
    <section className={classes.part} aria-label="Qué hará este pago" aria-busy={!isRefused && !isCurrent}>
      <h3 className={classes.title}>Qué hará este pago</h3>
      {isRefused && (
        <p className={classes.none}>Con una cantidad y una fecha válidas verás aquí qué hará este pago.</p>
      )}
      {!isRefused && error !== null && (
        <ErrorState title="No pudimos calcular qué hará este pago." error={error} onRetry={shown.retry} />
      )}
      {!isRefused && error === null && preview === undefined && <LinesSkeleton lines={4} />}
      {!isRefused && preview !== undefined && (
        <div className={classes.outcome} data-old={!isCurrent}>
          <Outcome {...props} preview={preview} amount_paid={paidIn(preview)} />
        </div>
      )}
    </section>
  )
}
