import type { Day } from '@quincena/domain/dates'
import type { CreditTerms } from '@quincena/domain/loans/amortization'
import { type Application, applyPayment } from '@quincena/domain/loans/apply-payment'
import { EXCESS_CHOICES, type ExcessChoice } from '@quincena/domain/loans/excess'
import { figuresOn } from '@quincena/domain/loans/figures'
import { type LoanPosition, openCredit, rowsInForce } from '@quincena/domain/loans/position'
import { type Cents, pesos } from '@quincena/domain/money'
import { type PaymentPreview, paymentPreview } from '@quincena/domain/payments/schema'
import { z } from 'zod'

/** A credit of 12,345.67 pesos at 18 % over 12 months, sent on 21 November 2026. */
export const previewTerms: CreditTerms = {
  ...{ amount: 1_234_567, annual_rate: 0.18, frequency: 'monthly', installments: 12 },
  ...{ start: '2026-11-21', tax_rate: 0.16, tax_added: false },
}

const balancesOf = (position: LoanPosition) =>
  rowsInForce(position).map(({ due_date, balance }) => ({ due_date, balance }))

function outcomeOf(
  after: LoanPosition,
  application: Application,
  { day, excess }: { day: Day; excess: ExcessChoice },
) {
  const { discount, amount_due, ...parts } = application
  const left = rowsInForce(after).filter((_, index, rows) => {
    const sum = rows.slice(0, index + 1).reduce((total, { payment }) => total + payment, 0)
    return !parts.settles && sum > after.applied
  })
  return {
    excess,
    applied: { ...parts, principal: parts.prepaid ?? 0, interest: 0, tax: 0 },
    discount,
    new_amount_due: amount_due,
    installments_left: left.length,
    later_payment: (left[1] ?? left[0])?.payment ?? 0,
    last_due_date: left.at(-1)?.due_date ?? null,
    to_pay: figuresOn(after, day).to_pay,
    balances: balancesOf(after),
  }
}

/**
 * The server's answer to a preview of a payment in centavos, computed with the model: of the credit above, or of
 * `position`.
 */
export function previewOf(
  amount: Cents,
  { day = '2026-11-21', position = openCredit(previewTerms) }: { day?: Day; position?: LoanPosition } = {},
): z.input<typeof paymentPreview> {
  const { amount_due, payoff } = figuresOn(position, day)
  const outcomes: PaymentPreview['outcomes'] = []
  for (const excess of EXCESS_CHOICES) {
    const result = applyPayment(position, { value_date: day, amount, excess })
    if ('error' in result) throw new Error(`${pesos(amount)} exceeds the payoff of ${pesos(payoff)}`)
    const outcome = outcomeOf(result.position, result.application, { day, excess })
    outcomes.push(outcome)
    if (!outcome.applied.prepaid) break
  }
  const preview = { loan_request: 123, day, amount_due, payoff, balances: balancesOf(position), outcomes }
  return z.encode(paymentPreview, preview)
}
