import { formatCat, formatMoney } from '@quincena/domain/format'
import type { LoanCost } from '@quincena/domain/loans/cost'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Installment } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import type { ReactNode } from 'react'
import { Fact, FactList } from '../../components/phone/fact-list.tsx'
import stack from '../../components/phone/stack.module.css'
import { catText, costLabel, differingLastPayment } from './cost-words.ts'

/** What a quote, an offer or a contract costs, amounts in centavos. `period` is the term, such as `9 días`. */
export interface Price extends LoanCost {
  type: LoanType
  amount: Cents
  total: Cents
  cat: number | null
  period: string
}

/** The cost in pesos, before any percentage: what the worker receives, what it costs and what they pay. */
export function CostLines({ price, children }: { price: Price; children?: ReactNode }) {
  const { type, amount, total, cost, charge, tax, cat } = price
  return (
    <>
      <FactList>
        <Fact label="Recibes" strong>
          {formatMoney(amount)}
        </Fact>
        <Fact label={costLabel(type, tax > 0)} strong>
          {formatMoney(cost)}
        </Fact>
        {tax > 0 && (
          <>
            <Fact label="Intereses">{formatMoney(charge)}</Fact>
            <Fact label="IVA de los intereses">{formatMoney(tax)}</Fact>
          </>
        )}
        <Fact label="Pagas" strong>
          {formatMoney(total)}
        </Fact>
        {children}
        <Fact label="CAT sin IVA">{formatCat(cat)}</Fact>
      </FactList>
      <p className={stack.note}>{catText(price)}</p>
    </>
  )
}

/** Below the payments of a credit: the last one, where it differs from the others. */
export function LastPaymentFact({ schedule }: { schedule: readonly Pick<Installment, 'payment'>[] }) {
  const last = differingLastPayment(schedule)
  return last !== null && <Fact label="El último pago es de">{formatMoney(last)}</Fact>
}
