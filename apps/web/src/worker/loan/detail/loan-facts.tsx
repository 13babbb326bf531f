import { formatCat, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import { formatDay } from '../format-day.ts'

/** Cost of a loan, as prominent as the amount that the worker receives. */
export function CostPanel({ loan }: { loan: LoanDetail }) {
  const { type, total_debt, cat, installments, monthly_payment, interest_rate, commission, schedule } = loan
  const [first] = schedule
  return (
    <Panel tone="jade" title="Lo que pagas">
      <FactList>
        {type === 'credit' && (
          <Fact label={`${installments} pagos mensuales de`} strong>
            {formatMoney(monthly_payment ?? 0)}
          </Fact>
        )}
        <Fact label="Total a pagar" strong>
          {formatMoney(total_debt)}
        </Fact>
        <Fact label="CAT sin IVA" strong>
          {formatCat(cat)}
        </Fact>
        {type === 'credit' ? (
          <Fact label="Tasa anual fija">{formatRate(interest_rate)}</Fact>
        ) : (
          <Fact label="Comisión, sin intereses">{formatMoney(commission)}</Fact>
        )}
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
  const { folio, created_at, period, type, amount, total_debt, payment_deadline, cat } = loan
  return (
    <Panel title="Datos">
      <FactList>
        <Fact label="Folio">{folio}</Fact>
        <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
        <Fact label={type === 'credit' ? 'Plazo del crédito' : 'Número de días'}>{period}</Fact>
        <Fact label="Monto">{formatMoney(amount)}</Fact>
        <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>
        <Fact label="CAT sin IVA">{formatCat(cat)}</Fact>
        {payment_deadline !== null && (
          <Fact label="Último día de pago">{formatLongDate(payment_deadline, { withYear: true })}</Fact>
        )}
      </FactList>
    </Panel>
  )
}
