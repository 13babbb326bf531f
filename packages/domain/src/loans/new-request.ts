import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { User } from '../users/schema.ts'
import { advancePriceOf, commissionOf } from './advance-price.ts'
import type { LoanRequestBody, Simulation } from './bodies.ts'
import { type CreditMonths, DEFAULT_INTEREST_RATE, maxCredit, taxTerms } from './limits.ts'
import { type AdvanceQuote, quoteAdvance, simulateCredit } from './schedule.ts'

/** Terms of a worker's credit: annual rate and VAT as fractions, and the maximum amount in centavos. */
export function creditTerms({ company, monthly_salary }: Pick<User, 'company' | 'monthly_salary'>) {
  return {
    annual_rate: company?.interest_rate ?? DEFAULT_INTEREST_RATE,
    ...taxTerms(company),
    max: maxCredit(monthly_salary),
  }
}

export interface CreditTermsInput {
  amount: Cents
  months: CreditMonths
  annual_rate: number
  tax_rate: number
  tax_added: boolean
}

/** Simulates the credit as the server does for a request of `today`; null if the amount is 0. */
export function quoteCredit({ months, ...terms }: CreditTermsInput, today: Day): Simulation | null {
  if (terms.amount === 0) return null
  return simulateCredit({ ...terms, frequency: 'monthly', installments: months, start: today })
}

/** Body of a credit's request, with the figures that were shown: the server refuses others. */
export function creditRequest(terms: CreditTermsInput, quote: Simulation): LoanRequestBody {
  return {
    type: 'credit',
    amount: terms.amount,
    period: terms.months,
    interest_rate: terms.annual_rate,
    monthly_payment: quote.monthly_payment,
    final_value: quote.final_value,
    total_debt: quote.final_value,
  }
}

/**
 * Quotes an advance of `amount` centavos as the server does for a request of `today`: the commission is the company's
 * for that amount, and contains its VAT.
 */
export function quoteAdvanceOf(company: User['company'], amount: Cents, today: Day): AdvanceQuote {
  const commission = commissionOf(advancePriceOf(company), amount)
  return quoteAdvance({ amount, commission, tax_rate: taxTerms(company).tax_rate }, today)
}

/** Body of an advance's request, with the figures that were shown: the server refuses others. */
export function advanceRequest(amount: Cents, { final_value }: AdvanceQuote): LoanRequestBody {
  return { type: 'advance', amount, final_value, total_debt: final_value, interest_rate: 0 }
}
