import { UnstyledButton } from '@mantine/core'
import { formatCat, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import type { Simulation } from '@quincena/domain/loans/bodies'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Amount } from '../../../../components/amount.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import { costLabel, rateLabel } from '../../cost-words.ts'
import { ScheduleList } from '../../schedule-list.tsx'
import classes from './credit-quote.module.css'
import type { CreditTermsInput } from './quote.ts'

interface CreditQuoteProps {
  quote: Simulation
  terms: CreditTermsInput
}

const lastDay = ({ schedule }: Simulation) => schedule.at(-1)?.due_date ?? ''

const firstPayments = 3

/** The first three payments, with a button to show all. */
function Calendar({ quote: { schedule } }: { quote: Simulation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.calendar}>
      <ScheduleList schedule={isOpen ? schedule : schedule.slice(0, firstPayments)} />
      {schedule.length > firstPayments && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Ver menos' : `Ver los ${schedule.length} pagos`}
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  )
}

/** Cost of the credit, as prominent as the amount: monthly payment, total, interest, CAT and dates. */
export function CreditQuote({ quote, terms }: CreditQuoteProps) {
  const { amount, annual_rate, tax_added } = terms
  const { schedule, monthly_payment, final_value, cat } = quote
  return (
    <Panel tone="jade">
      <div className={classes.cost} aria-live="polite">
        <p className={classes.label}>Pagas {schedule.length} mensualidades de</p>
        <p className={classes.figure}>
          <Amount cents={monthly_payment} size="hero" />
        </p>
      </div>
      <FactList>
        <Fact label="Total a pagar" strong>
          {formatMoney(final_value)}
        </Fact>
        <Fact label={costLabel({ type: 'credit', tax_added })} strong>
          {formatMoney(final_value - amount)}
        </Fact>
        <Fact label="CAT sin IVA" strong>
          {formatCat(cat)}
        </Fact>
        <Fact label={rateLabel(tax_added)}>{formatRate(annual_rate)}</Fact>
        <Fact label="Último pago">{formatLongDate(lastDay(quote), { withYear: true })}</Fact>
      </FactList>
      <Calendar quote={quote} />
      <p className={classes.note}>
        Las fechas cuentan desde hoy; las definitivas se fijan el día en que firmas. CAT para fines
        informativos y de comparación.
      </p>
    </Panel>
  )
}
