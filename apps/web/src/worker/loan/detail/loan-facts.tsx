import { formatCat, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import { costOf } from '@quincena/domain/loans/cost'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { CostLines, LastPaymentFact } from '../cost-lines.tsx'
import { catText, paymentsLabel, rateLabel } from '../cost-words.ts'
import { DeductionLine } from '../deduction-line.tsx'
import { formatDay } from '../format-day.ts'
import { installmentsOf } from '../to-pay.ts'

/** Who deducts the payments of a loan and how much per pay date; nothing if nothing is deducted. */
export function LoanDeduction({ loan }: { loan: LoanDetail }) {
  const { type, company_name: company, schedule } = loan
  const installments = installmentsOf(loan)
  if (installments === null) return null
  const payDate = schedule[0]?.due_date ?? ''
  return <DeductionLine {...installments} {...{ type, company, payDate }} />
}

/** Cost of a loan, as prominent as the amount that the worker receives. */
export function CostPanel({ loan }: { loan: LoanDetail }) {
  const { type, amount, total_debt: total, cat, installments, monthly_payment, interest_rate } = loan
  const { frequency, period } = loan
  const [first] = loan.schedule
  const contract = loan.schedules[0]?.schedule ?? []
  const cost = costOf({ amount, total }, contract)
  return (
    <Panel tone="jade" title="Lo que pagas">
      <CostLines price={{ ...cost, type, amount, total, cat, period }}>
        {type === 'credit' && (
          <Fact label={paymentsLabel(installments, frequency)}>{formatMoney(monthly_payment ?? 0)}</Fact>
        )}
        <LastPaymentFact schedule={contract} />
        {type === 'credit' && <Fact label={rateLabel(loan)}>{formatRate(interest_rate)}</Fact>}
        {first && (
          <Fact label={type === 'credit' ? 'Primer pago' : 'Fecha de pago'}>
            {formatLongDate(first.due_date, { withYear: true })}
          </Fact>
        )}
      </CostLines>
      <LoanDeduction loan={loan} />
    </Panel>
  )
}

/** Main data of a loan: folio, dates, term, and its price unless the screen shows it above, as for a request. */
export function LoanFacts({ loan }: { loan: LoanDetail }) {
  const { folio, created_at, period, type, amount, total_debt, schedule, cat } = loan
  const last = schedule.at(-1)
  const isPriced = loan.state !== 'requested'
  // Until the bank says whether the money arrived, nothing is owed by any day.
  const isOwed = !loan.in_clarification && loan.state !== 'payout_returned'
  return (
    <Panel title="Datos">
      <FactList>
        <Fact label="Folio">{folio}</Fact>
        <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
        <Fact label={type === 'credit' ? 'Plazo del crédito' : 'Número de días'}>{period}</Fact>
        {isPriced && (
          <>
            <Fact label="Monto">{formatMoney(amount)}</Fact>
            <Fact label="Te cuesta">{formatMoney(total_debt - amount)}</Fact>
            {isOwed && <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>}
          </>
        )}
        {last !== undefined && isOwed && (
          <Fact label="Último día de pago">{formatLongDate(last.due_date, { withYear: true })}</Fact>
        )}
        {isPriced && <Fact label="CAT sin IVA">{formatCat(cat)}</Fact>}
      </FactList>
      {isPriced && isOwed && (
        <p className={stack.note}>{catText({ type, cat, period, cost: total_debt - amount })}</p>
      )}
    </Panel>
  )
}
