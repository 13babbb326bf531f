import { formatMoney } from '../format.ts'
import { type Cents, cents, share } from '../money.ts'

/** The terms of a credit, in months. */
export const CREDIT_MONTHS = [3, 6, 9, 12] as const
export type CreditMonths = (typeof CREDIT_MONTHS)[number]

/** Annual interest rate, a fraction, of a company that has none of its own. */
export const DEFAULT_INTEREST_RATE = 0.18
/** Largest fraction of the biweekly salary for an advance: default of a new company, and for workers without one. */
export const DEFAULT_ADVANCE_SHARE = 0.5
/** Smallest advance in centavos: default of a new company, and for workers without one. */
export const DEFAULT_ADVANCE_MINIMUM = cents(500)
/** Greatest share of an advance that its commission may be, a fraction: default of a new company. */
export const DEFAULT_ADVANCE_COST_CEILING = 0.3
/** VAT that the price contains, a fraction: default of a new company, and for workers without one. */
export const DEFAULT_TAX_RATE = 0.16
/** Bank days after a due date until a loan is late: default of a new company, and for workers without one. */
export const DEFAULT_GRACE_BANK_DAYS = 5
const UNKNOWN_SALARY_ADVANCE_PESOS = 3500
const SALARIES_PER_CREDIT = 3

/** The VAT of a worker's loans: that of the company. Without a company the price contains the general rate. */
export function taxTerms(company: { tax_rate: number; tax_added: boolean } | null) {
  return { tax_rate: company?.tax_rate ?? DEFAULT_TAX_RATE, tax_added: company?.tax_added ?? false }
}

/** True if a credit may have this term: 3, 6, 9 or 12 months. */
export function isCreditMonths(months: number): months is CreditMonths {
  return CREDIT_MONTHS.some((allowed) => allowed === months)
}

/**
 * Reads a term in months: 6, `"6"` and `"6 meses"` give 6. Returns null for anything else, 0 and fractions included.
 */
export function parsePeriod(period: number | string): number | null {
  const [, digits] = /^\s*([0-9]{1,4})(?:\s+mes(?:es)?)?\s*$/i.exec(String(period)) ?? []
  return Number(digits) || null
}

/** Converts a biweekly salary in centavos to a monthly one: a month has two quincenas. */
export function monthlySalary(biweekly_salary: Cents): Cents {
  return 2 * biweekly_salary
}

/** Largest credit in centavos: three monthly salaries, 0 if the salary is unknown. */
export function maxCredit(monthly_salary: Cents | null): Cents {
  return SALARIES_PER_CREDIT * (monthly_salary ?? 0)
}

/** What limits an advance. `advance_share` is a fraction of the salary; `advance_cap` null means no cap. */
export type AdvanceTerms = { biweekly_salary: Cents | null; advance_share: number; advance_cap: Cents | null }

/**
 * Largest advance in centavos: the company's share of the biweekly salary, or 3,500 pesos if the salary is unknown or
 * 0, and never more than the company's cap.
 */
export function maxAdvance({ biweekly_salary, advance_share, advance_cap }: AdvanceTerms): Cents {
  const max = biweekly_salary ? share(biweekly_salary, advance_share) : cents(UNKNOWN_SALARY_ADVANCE_PESOS)
  return advance_cap === null ? max : Math.min(max, advance_cap)
}

/** Error text for an amount above the maximum `max`, in centavos. */
export function excessMessage(max: Cents): string {
  return `Monto máximo excedido: ${formatMoney(max)}`
}

/** Error text for an advance below the company's minimum `min`, in centavos. */
export function minimumMessage(min: Cents): string {
  return `El anticipo mínimo es de ${formatMoney(min)}.`
}

/**
 * Checks a requested amount in centavos against the maximum (specification: backoffice §5). Returns the error text for
 * the field, or null if the amount is allowed.
 */
export function amountProblem(amount: Cents, max: Cents): string | null {
  if (!(amount > 0)) return 'Por favor, ingresa un valor válido y positivo'
  return amount > max ? excessMessage(max) : null
}

/** Formats the folio of a loan: `C-000123` for a credit, `A-000123` for an advance. */
export function folio(type: 'credit' | 'advance', id: number): string {
  return `${type === 'credit' ? 'C' : 'A'}-${String(id).padStart(6, '0')}`
}

/** The account that receives a payout. `account_type` is SPEI's: 40 a CLABE, 3 a debit card. */
export type Beneficiary = { account: string; account_type: 40 | 3 }

/**
 * Finds the account that receives a payout: 18 digits are a CLABE (account type 40), 16 digits a debit card (type 3).
 * Returns null for anything else. It does not verify the check digit.
 */
export function beneficiary(debit_card_number: string | null): Beneficiary | null {
  const account = debit_card_number ?? ''
  if (/^[0-9]{18}$/.test(account)) return { account, account_type: 40 }
  if (/^[0-9]{16}$/.test(account)) return { account, account_type: 3 }
  return null
}
