import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { PaymentPreview, PreviewOutcome } from '@quincena/domain/payments/schema'
import { BalancePlot } from '../../../../components/balance-plot.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { balancePoints } from '../../../../lib/payment-preview.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { type ComparedChoice, comparedOutcomes } from './choices.ts'
import { HowToPay } from './how-to-pay.tsx'
import { choiceName, remainingFact } from './words.ts'

function Figures({ outcome }: { outcome: PreviewOutcome }) {
  const { discount, new_amount_due, to_pay } = outcome
  const rest = remainingFact(outcome)
  return (
    <FactList>
      {discount > 0 && (
        <Fact label="Te ahorras" strong>
          {formatMoney(discount)}
        </Fact>
      )}
      <Fact label="Te falta por pagar">{formatMoney(new_amount_due)}</Fact>
      {to_pay !== null && (
        <Fact label="Tu siguiente pago">
          {formatMoney(to_pay.amount)} el {formatLongDate(to_pay.by)}
        </Fact>
      )}
      {rest !== null && <Fact label={rest.label}>{rest.text}</Fact>}
    </FactList>
  )
}

interface OutcomeProps {
  loan: Pick<LoanDetail, 'type' | 'schedule'>
  preview: PaymentPreview
  /** The shown outcome, one of the preview's. */
  outcome: PreviewOutcome
  onChoose: (choice: ComparedChoice) => void
}

/** What a payment does: the choices for the excess, the figures of the chosen one, the balance and how to pay. */
export function Outcome({ loan, preview, outcome, onChoose }: OutcomeProps) {
  const { type, schedule } = loan
  const { applied, excess } = outcome
  const isPrepaid = (applied.prepaid ?? 0) > 0
  const compared = isPrepaid ? comparedOutcomes(preview) : []
  const chosen = compared.length > 1 ? compared.find((other) => other.excess === excess)?.excess : undefined
  return (
    <>
      {chosen !== undefined && <ChoiceCards outcomes={compared} value={chosen} onChange={onChoose} />}
      <Figures outcome={outcome} />
      {type === 'credit' && (isPrepaid || applied.settles) && (
        <BalancePlot {...balancePoints(preview, outcome, schedule)} />
      )}
      <HowToPay
        day={preview.day}
        type={type}
        choice={chosen === undefined ? null : choiceName(chosen, compared)}
        canPayInAdvance={preview.outcomes.some(({ excess: offered }) => offered === 'in_advance')}
      />
    </>
  )
}
