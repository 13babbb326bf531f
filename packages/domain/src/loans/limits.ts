import { formatMoney } from '../format.ts'
import { type Cents, cents, share } from '../money.ts'

export const CREDIT_MONTHS = [3, 6, 9, 12] as const
export type CreditMonths = (typeof CREDIT_MONTHS)[number]

/** For a company without a rate of its own. */
export const DEFAULT_INTEREST_RATE = 0.18
export const DEFAULT_ADVANCE_SHARE = 0.5
const UNKNOWN_SALARY_ADVANCE_PESOS = 3500
const SALARIES_PER_CREDIT = 3

export function isCreditMonths(months: number): months is CreditMonths {
  return CREDIT_MONTHS.some((allowed) => allowed === months)
}

/** A credit's months: 6, `"6"` and `"6 meses"` are 6; null for anything else. */
export function parsePeriod(period: number | string): number | null {
  const [, digits] = /^\s*([0-9]{1,4})(?:\s+mes(?:es)?)?\s*$/i.exec(String(period)) ?? []
  return Number(digits) || null
}

/** A month has two quincenas. */
export function monthlySalary(biweekly_salary: Cents): Cents {
  return 2 * biweekly_salary
}

/** The most a credit may be: three monthly salaries; nothing when the salary is unknown. */
export function maxCredit(monthly_salary: Cents | null): Cents {
  return SALARIES_PER_CREDIT * (monthly_salary ?? 0)
}

export type AdvanceTerms = { biweekly_salary: Cents | null; advance_share: number; advance_cap: Cents | null }

/** The most an advance may be: the company's share of the biweekly salary, 3,500 pesos when it is unknown, capped. */
export function maxAdvance({ biweekly_salary, advance_share, advance_cap }: AdvanceTerms): Cents {
  const most = biweekly_salary ? share(biweekly_salary, advance_share) : cents(UNKNOWN_SALARY_ADVANCE_PESOS)
  return advance_cap === null ? most : Math.min(most, advance_cap)
}

/** What is said to who asks for more than they may. */
export function excessMessage(most: Cents): string {
  return `Monto máximo excedido: ${formatMoney(most)}`
}

/** What is wrong with an amount asked for, in the words under its field; null when it may be (spec: backoffice §5). */
export function amountProblem(amount: Cents, most: Cents): string | null {
  if (!(amount > 0)) return 'Por favor, ingresa un valor válido y positivo'
  return amount > most ? excessMessage(most) : null
}

/** `C-000123` for a credit, `A-000123` for an advance. */
export function folio(type: 'credit' | 'advance', id: number): string {
  return `${type === 'credit' ? 'C' : 'A'}-${String(id).padStart(6, '0')}`
}

export type Beneficiary = { account: string; account_type: 40 | 3 }

/** Where the money goes: 18 digits are a CLABE (type 40), 16 a card (type 3); null when it is neither. */
export function beneficiary(debit_card_number: string | null): Beneficiary | null {
  const account = debit_card_number ?? ''
  if (/^[0-9]{18}$/.test(account)) return { account, account_type: 40 }
  if (/^[0-9]{16}$/.test(account)) return { account, account_type: 3 }
  return null
}
