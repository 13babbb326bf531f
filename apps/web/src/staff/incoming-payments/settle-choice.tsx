import { Radio } from '@mantine/core'
import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import { PayoffComparison } from '../loan/payoff-comparison.tsx'
import classes from './settle-choice.module.css'

const methods = ['settle', 'pay'] as const
export type SettleMethod = (typeof methods)[number]

interface SettleChoiceProps {
  quote: PayoffQuote
  loan: Pick<LoanDetail, 'schedule'>
  value: SettleMethod
  onChange: (method: SettleMethod) => void
}

/**
 * Chooses between paying off the loan and registering an ordinary payment, when the money covers the payoff of its day.
 */
export function SettleChoice({ quote, loan, value, onChange }: SettleChoiceProps) {
  const { amount, discount, day } = quote
  const choose = (chosen: string) => {
    const method = methods.find((each) => each === chosen)
    if (method !== undefined) onChange(method)
  }
  return (
    <Radio.Group label="Qué hacer con el abono" value={value} onChange={choose}>
      <div className={classes.ways}>
        <Radio
          value="settle"
          classNames={{ root: classes.way ?? '' }}
          label="Liquidar anticipadamente"
          description={`Con ${formatMoney(amount)} queda saldado: ya no paga ${formatMoney(discount)} de intereses que no habían corrido.`}
        />
        <Radio
          value="pay"
          classNames={{ root: classes.way ?? '' }}
          label="Registrar como pago"
          description="Abona a la deuda sin devolver intereses."
        />
      </div>
      {value === 'settle' && (
        <div className={classes.figures}>
          <PayoffComparison
            quote={quote}
            schedule={loan.schedule}
            heading={`Liquidando el ${formatDate(day)}, día del abono`}
          />
        </div>
      )}
    </Radio.Group>
  )
}
