import type { Day } from '@quincena/domain/dates'
import type { LoanRequestBody, Simulation } from '@quincena/domain/loans/bodies'
import { type CreditMonths, DEFAULT_INTEREST_RATE, maxCredit } from '@quincena/domain/loans/limits'
import { simulateCredit } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'
import type { User } from '@quincena/domain/users/schema'

/** Terms of a worker's credit: annual rate and VAT as fractions, and the maximum amount in centavos. */
export function creditTerms({ company, monthly_salary }: Pick<User, 'company' | 'monthly_salary'>) {
  return {
    annual_rate: company?.interest_rate ?? DEFAULT_INTEREST_RATE,
    tax_rate: company?.tax_rate ?? 0,
    tax_added: company?.tax_added ?? false,
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

/** Simulates the credit with the same domain rule as the server; null if the amount is 0. */
export function quoteCredit({ months, ...terms }: CreditTermsInput, today: Day): Simulation | null {
  if (terms.amount === 0) return null
  return simulateCredit({ ...terms, frequency: 'monthly', installments: months, start: today })
}

/** Body of the request, with the figures that were shown. */
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
