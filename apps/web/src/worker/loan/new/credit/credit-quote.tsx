import { UnstyledButton } from '@mantine/core'
import { formatLongDate, formatMoney, formatPeriod, formatRate } from '@quincena/domain/format'
import type { Simulation } from '@quincena/domain/loans/bodies'
import { costOf } from '@quincena/domain/loans/cost'
import { deductionPerPayDate } from '@quincena/domain/loans/deduction'
import type { CreditTermsInput } from '@quincena/domain/loans/new-request'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Amount } from '../../../../components/amount.tsx'
import { Fact } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import { useUser } from '../../../../lib/session.ts'
import { CostLines, type Price } from '../../cost-lines.tsx'
import { differingLastPayment, rateLabel } from '../../cost-words.ts'
import { DeductionLine } from '../../deduction-line.tsx'
import { ScheduleList } from '../../schedule-list.tsx'
import { SalaryLeft } from '../salary-left.tsx'
import classes from './credit-quote.module.css'

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

/** What the simulated credit costs. */
export function creditPrice({ quote, terms }: CreditQuoteProps): Price {
  const { amount, months } = terms
  const { schedule, final_value: total, cat } = quote
  const cost = costOf({ amount, total }, schedule)
  return { ...cost, type: 'credit', amount, total, cat, period: formatPeriod('credit', months) }
}

const creditTerms = { type: 'credit', frequency: 'monthly' } as const

/** Who deducts the simulated credit and how much each quincena. */
export function CreditDeduction({ quote }: { quote: Simulation }) {
  const company = useUser().company?.name ?? null
  const { monthly_payment: payment } = quote
  const deduction = deductionPerPayDate(payment, creditTerms)
  return (
    <DeductionLine
      {...creditTerms}
      {...{ company, deduction, payment, missing: payment, payDate: lastDay(quote) }}
    />
  )
}

/** Cost of the credit, as prominent as the amount: payment, deduction, cost in pesos, CAT and dates. */
export function CreditQuote({ quote, terms }: CreditQuoteProps) {
  const { annual_rate } = terms
  const { schedule, monthly_payment } = quote
  const last = differingLastPayment(schedule)
  return (
    <Panel tone="jade">
      <div className={classes.cost} aria-live="polite">
        <p className={classes.label}>Pagas {schedule.length} mensualidades de</p>
        <p className={classes.figure}>
          <Amount cents={monthly_payment} size="hero" />
        </p>
        {last !== null && <p className={classes.label}>El último pago es de {formatMoney(last)}.</p>}
      </div>
      <CostLines price={creditPrice({ quote, terms })}>
        <Fact label={rateLabel(terms)}>{formatRate(annual_rate)}</Fact>
        <Fact label="Último pago">{formatLongDate(lastDay(quote), { withYear: true })}</Fact>
      </CostLines>
      <CreditDeduction quote={quote} />
      <SalaryLeft deduction={deductionPerPayDate(monthly_payment, creditTerms)} />
      <Calendar quote={quote} />
      <p className={classes.note}>
        Las fechas cuentan desde hoy; las definitivas se fijan el día en que firmas. CAT para fines
        informativos y de comparación.
      </p>
    </Panel>
  )
}
