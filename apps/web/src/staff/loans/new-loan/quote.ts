import { formatCat, formatLongDate, formatMoney, formatPeriod, formatRate } from '@quincena/domain/format'
import { advanceProblem } from '@quincena/domain/loans/advance-price'
import type { LoanRequestBody } from '@quincena/domain/loans/bodies'
import { amountProblem, isCreditMonths } from '@quincena/domain/loans/limits'
import {
  advanceRequest,
  creditRequest,
  creditTerms,
  quoteAdvanceOf,
  quoteCredit,
} from '@quincena/domain/loans/new-request'
import type { LoanType } from '@quincena/domain/loans/rules'
import { type Cents, centsFromText } from '@quincena/domain/money'
import { today } from '../../../lib/today.ts'
import type { Borrower } from './borrower.ts'

/** The typed texts of the form: the worker's id, pesos and months. */
export type NewLoan = { user: string; amount: string; period: string }

/** The request with its figures, and these figures as the form shows them. */
export interface Quote {
  request: LoanRequestBody
  figures: readonly (readonly [label: string, value: string])[]
}

/** The typed amount in centavos; 0 if it is none. */
export const amountOf = ({ amount }: NewLoan): Cents => centsFromText(amount) ?? 0

/** The error text of an amount that this worker cannot request; null if it can be requested. */
export function amountProblemOf(type: LoanType, values: NewLoan, borrower: Borrower): string | null {
  const { min, max, price } = borrower
  const amount = amountOf(values)
  const problem = amountProblem(amount, max)
  if (problem !== null || type === 'credit') return problem
  return advanceProblem(price, amount, { from: min, to: max })?.text ?? null
}

const day = (date: string) => formatLongDate(date, { withYear: true })

function credit(values: NewLoan, { user }: Borrower): Quote | null {
  const amount = amountOf(values)
  const months = Number(values.period)
  if (!isCreditMonths(months)) return null
  const { max: _, ...rates } = creditTerms(user)
  const terms = { amount, months, ...rates }
  const quote = quoteCredit(terms, today())
  if (quote === null) return null
  const { schedule, monthly_payment, final_value, cat } = quote
  return {
    request: creditRequest(terms, quote),
    figures: [
      ['Mensualidad', formatMoney(monthly_payment)],
      ['Deuda total', formatMoney(final_value)],
      ['Costo', formatMoney(final_value - amount)],
      [rates.tax_added ? 'Tasa anual, más IVA' : 'Tasa anual', formatRate(rates.annual_rate)],
      ['CAT sin IVA', formatCat(cat)],
      ['Último pago', day(schedule.at(-1)?.due_date ?? today())],
    ],
  }
}

function advance(values: NewLoan, { user: { company } }: Borrower): Quote {
  const amount = amountOf(values)
  const quote = quoteAdvanceOf(company, amount, today())
  return {
    request: advanceRequest(amount, quote),
    figures: [
      ['Comisión', formatMoney(quote.final_value - amount)],
      ['Deuda total', formatMoney(quote.final_value)],
      ['Se paga', `${day(quote.due_date)}, en ${formatPeriod('advance', quote.days)}`],
      ['CAT sin IVA', formatCat(quote.cat)],
    ],
  }
}

/** Quotes what is typed with the rules that the server applies; null until worker, amount and months are valid. */
export function quoteOf(type: LoanType, values: NewLoan, borrower: Borrower | undefined): Quote | null {
  if (borrower === undefined || amountProblemOf(type, values, borrower) !== null) return null
  return type === 'credit' ? credit(values, borrower) : advance(values, borrower)
}
