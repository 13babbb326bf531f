import { formatCat, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import { costLabel, paymentsLabel, rateLabel } from '../cost-words.ts'
import { formatDay } from '../format-day.ts'

/** Cost of a loan, as prominent as the amount that the worker receives. */
export function CostPanel({ loan }: { loan: LoanDetail }) {
  const { type, amount, total_debt, cat, installments, monthly_payment, interest_rate } = loan
  const { frequency, tax_added } = loan
  const [first] = loan.schedule
  return (
    <Panel tone="jade" title="Lo que pagas">
      <FactList>
        {type === 'credit' && (
          <Fact label={paymentsLabel(installments, frequency)} strong>
            {formatMoney(monthly_payment ?? 0)}
          </Fact>
        )}
        <Fact label="Total a pagar" strong>
          {formatMoney(total_debt)}
        </Fact>
        <Fact label={costLabel(loan)} strong>
          {formatMoney(total_debt - amount)}
        </Fact>
        <Fact label="CAT sin IVA" strong>
          {formatCat(cat)}
        </Fact>
        {type === 'credit' && <Fact label={rateLabel(tax_added)}>{formatRate(interest_rate)}</Fact>}
        {first && (
          <Fact label={type === 'credit' ? 'Primer pago' : 'Fecha de pago'}>
            {formatLongDate(first.due_date, { withYear: true })}
          </Fact>
        )}
      </FactList>
    </Panel>
  )
}

/** Main data of a loan: folio, dates, term, amounts and CAT. */
export function LoanFacts({ loan }: { loan: LoanDetail }) {
  const { folio, created_at, period, type, amount, total_debt, schedule, cat } = loan
  const last = schedule.at(-1)
  return (
    <Panel title="Datos">
      <FactList>
        <Fact label="Folio">{folio}</Fact>
        <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
        <Fact label={type === 'credit' ? 'Plazo del crédito' : 'Número de días'}>{period}</Fact>
        <Fact label="Monto">{formatMoney(amount)}</Fact>
        <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>
        <Fact label="CAT sin IVA">{formatCat(cat)}</Fact>
        {last !== undefined && (
          <Fact label="Último día de pago">{formatLongDate(last.due_date, { withYear: true })}</Fact>
        )}
      </FactList>
    </Panel>
  )
}
