import { formatLongDate, formatPeriod } from '@quincena/domain/format'
import { costOf } from '@quincena/domain/loans/cost'
import type { AdvanceQuote } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'
import { Amount } from '../../../../components/amount.tsx'
import { PayDateStrip } from '../../../../components/pay-date-strip.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { useUser } from '../../../../lib/session.ts'
import { today } from '../../../../lib/today.ts'
import { CostLines, type Price } from '../../cost-lines.tsx'
import { DeductionLine } from '../../deduction-line.tsx'
import { SalaryLeft } from '../salary-left.tsx'
import classes from './advance-quote.module.css'

interface AdvanceQuoteProps {
  quote: AdvanceQuote
  amount: Cents
}

/** What the quoted advance costs. */
export function advancePrice({ quote, amount }: AdvanceQuoteProps): Price {
  const { final_value: total, cat, days, schedule } = quote
  const cost = costOf({ amount, total }, schedule)
  return { ...cost, type: 'advance', amount, total, cat, period: formatPeriod('advance', days) }
}

/** Who deducts the quoted advance, how much and on which pay date. */
export function AdvanceDeduction({ quote }: { quote: AdvanceQuote }) {
  const company = useUser().company?.name ?? null
  const { final_value: deduction, due_date: payDate } = quote
  const whole = { deduction, payment: deduction, missing: deduction }
  return <DeductionLine type="advance" frequency="monthly" {...whole} {...{ company, payDate }} />
}

/** Cost of the advance: one payment on the next pay date, its deduction, the commission and the CAT. */
export function AdvanceCost({ quote, amount }: AdvanceQuoteProps) {
  return (
    <Panel tone="jade">
      <div className={classes.cost} aria-live="polite">
        <p className={stack.lead}>En tu próxima quincena pagas</p>
        <Amount cents={quote.final_value} size="hero" />
      </div>
      <CostLines price={advancePrice({ quote, amount })} />
      <AdvanceDeduction quote={quote} />
      <SalaryLeft deduction={quote.final_value} />
      <p className={stack.note}>
        Sin intereses: solo la comisión. CAT para fines informativos y de comparación.
      </p>
    </Panel>
  )
}

/** Strip of the month's two halves with today, the pay date and the days between them. */
export function AdvanceDays({ quote }: { quote: AdvanceQuote }) {
  const day = formatLongDate(quote.due_date)
  return (
    <Panel>
      <PayDateStrip
        today={today()}
        payDate={quote.due_date}
        label={`Faltan ${formatPeriod('advance', quote.days)}: tu quincena es el ${day}`}
      />
    </Panel>
  )
}
