import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import { recaOf } from '@quincena/domain/lender/schema'
import { costOf } from '@quincena/domain/loans/cost'
import { deductionPerPayDate } from '@quincena/domain/loans/deduction'
import { Amount } from '../../../../components/amount.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { CostLines, LastPaymentFact } from '../../cost-lines.tsx'
import { paymentsLabel, rateLabel } from '../../cost-words.ts'
import { DeductionLine } from '../../deduction-line.tsx'
import { NotCharged } from '../../not-charged.tsx'
import { ScheduleList } from '../../schedule-list.tsx'
import classes from './signing.module.css'

function Terms({ loan, borrower }: Pick<ContractPayload, 'loan' | 'borrower'>) {
  const { type, amount, total_debt: total, cat, period, schedule } = loan
  const { tax_added = false, frequency = 'monthly', monthly_payment, payment_deadline: payDate } = loan
  const cost = costOf({ amount, total }, schedule)
  const payment = monthly_payment ?? total
  const deduction = deductionPerPayDate(payment, { type, frequency })
  const installments = { frequency, deduction, payment, missing: payment }
  return (
    <Panel title="Lo que pagas">
      <CostLines price={{ ...cost, type, amount, total, cat, period }}>
        {loan.type === 'credit' && (
          <>
            <Fact label={paymentsLabel(loan.installments, loan.frequency)}>
              {formatMoney(loan.monthly_payment ?? 0)}
            </Fact>
            <LastPaymentFact schedule={schedule} />
            <Fact label={rateLabel({ tax_added, tax_rate: loan.tax_rate })}>
              {formatRate(loan.interest_rate)}
            </Fact>
          </>
        )}
        {loan.tax > 0 && !tax_added && <Fact label="IVA incluido">{formatMoney(loan.tax)}</Fact>}
        <Fact label="Plazo">{loan.period}</Fact>
        <Fact label="Último día de pago">{formatLongDate(loan.payment_deadline, { withYear: true })}</Fact>
      </CostLines>
      <DeductionLine {...installments} {...{ type, company: borrower.company_name, payDate }} />
    </Panel>
  )
}

/** Summary of the contract for a small screen: amount, receiving account, cost, payments and parties. */
export function ContractSummary({ payload }: { payload: ContractPayload }) {
  const { loan, borrower, lender, receiving_account: account } = payload
  return (
    <>
      <div className={classes.head}>
        <p className={stack.lead}>Recibes</p>
        <Amount cents={loan.amount} size="hero" />
        <p className={stack.lead}>
          en {account.bank_name}, cuenta terminada en <strong>{account.account_last4}</strong>
        </p>
      </div>
      <Terms loan={loan} borrower={borrower} />
      <NotCharged />
      {loan.type === 'credit' && (
        <Panel title="Tus pagos">
          <ScheduleList schedule={loan.schedule} />
        </Panel>
      )}
      <Panel title="Entre quiénes">
        <FactList>
          <Fact label="Tú">{borrower.full_name}</Fact>
          <Fact label="CURP">{borrower.curp}</Fact>
          <Fact label="Quien presta">{lender.name}</Fact>
          <Fact label="Contrato RECA">{recaOf(lender, loan.type)}</Fact>
          <Fact label="Folio">{loan.folio}</Fact>
        </FactList>
      </Panel>
      <p className={stack.note}>
        Incumplir tus obligaciones te puede generar comisiones e intereses moratorios. Este producto no los
        cobra. Contratar créditos que exceden tu capacidad de pago afecta tu historial crediticio.
      </p>
    </>
  )
}
