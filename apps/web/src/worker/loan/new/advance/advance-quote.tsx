import { formatCat, formatLongDate, formatMoney, formatPeriod } from '@quincena/domain/format'
import type { AdvanceQuote } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'
import { Amount } from '../../../../components/amount.tsx'
import { PayDateStrip } from '../../../../components/pay-date-strip.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { today } from '../../../../lib/today.ts'
import classes from './advance-quote.module.css'

/** Cost of the advance: one payment on the next pay date, the commission and the CAT. */
export function AdvanceCost({ quote, commission }: { quote: AdvanceQuote; commission: Cents }) {
  return (
    <Panel tone="jade">
      <div className={classes.cost} aria-live="polite">
        <p className={stack.lead}>En tu próxima quincena pagas</p>
        <Amount cents={quote.final_value} size="hero" />
      </div>
      <FactList>
        <Fact label="Comisión" strong>
          {formatMoney(commission)}
        </Fact>
        <Fact label="CAT sin IVA" strong>
          {formatCat(quote.cat)}
        </Fact>
      </FactList>
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
