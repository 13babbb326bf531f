import { type LoanPosition, openLoan } from '../src/loans/position.ts'

/** The position of an advance before its first payment; amounts in centavos. */
export function openAdvance(terms: {
  amount: number
  commission: number
  start: string
  due_date: string
}): LoanPosition {
  const { amount, commission, start, due_date } = terms
  const split = { principal: amount, interest: commission, tax: 0, balance: 0 }
  const rows = [{ number: 1, due_date, payment: amount + commission, ...split }]
  const rates = { annual_rate: 0, frequency: 'monthly', tax_rate: 0.16, tax_added: false } as const
  return openLoan({ type: 'advance', ...rates, start, rows })
}
