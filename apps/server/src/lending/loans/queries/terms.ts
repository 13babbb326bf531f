import type { Day } from '@quincena/domain/dates'
import { DEFAULT_INTEREST_RATE } from '@quincena/domain/loans/limits'
import type { LoanType } from '@quincena/domain/loans/rules'
import {
  creditSchedule,
  type PlannedInstallment,
  quoteAdvance,
  scheduleTotal,
  simulateCredit,
} from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'

/** The figures of a loan that its contract states. */
export interface LoanTerms {
  type: LoanType
  amount_cents: Cents
  commission_cents: Cents
  interest_rate: number
  /** Months of a credit. Ignored for an advance: its days follow from the day of the plan. */
  term: number
  /** Fraction: rate of the VAT that interest or commission includes. */
  tax_rate: number
}

/** The figures and due dates of a loan, computed for one day. */
export interface LoanPlan {
  /** Months of a credit, days of an advance. */
  term: number
  monthly_payment_cents: Cents
  total_debt_cents: Cents
  cat: number | null
  schedule: PlannedInstallment[]
  payment_deadline: Day
  next_payment_date: Day
}

function dates(schedule: PlannedInstallment[], today: Day) {
  return {
    next_payment_date: schedule[0]?.due_date ?? today,
    payment_deadline: schedule.at(-1)?.due_date ?? today,
  }
}

function planCredit(terms: LoanTerms, today: Day): LoanPlan {
  const { amount_cents: amount, interest_rate: annual_rate, term: months, tax_rate } = terms
  const credit = { amount, annual_rate, months, tax_rate }
  const { monthly_payment, cat } = simulateCredit(credit, today)
  const schedule = creditSchedule(credit, today)
  const total_debt_cents = scheduleTotal(schedule)
  return {
    term: terms.term,
    monthly_payment_cents: monthly_payment,
    total_debt_cents,
    cat,
    schedule,
    ...dates(schedule, today),
  }
}

function planAdvance(terms: LoanTerms, today: Day): LoanPlan {
  const { amount_cents: amount, commission_cents: commission, tax_rate } = terms
  const { days, final_value, cat, schedule } = quoteAdvance({ amount, commission, tax_rate }, today)
  const totals = { monthly_payment_cents: final_value, total_debt_cents: final_value }
  return { term: days, ...totals, cat, schedule, ...dates(schedule, today) }
}

/**
 * Computes the plan of a loan that is requested, shown or signed `today`. Request, contract and acceptance all use it,
 * so that their figures agree.
 */
export function planLoan(terms: LoanTerms, today: Day): LoanPlan {
  return terms.type === 'credit' ? planCredit(terms, today) : planAdvance(terms, today)
}

/**
 * Copies the company's terms into a loan: the annual rate (a fraction) for a credit, the commission (centavos) for an
 * advance. A company without a rate, or a worker without a company, gets `DEFAULT_INTEREST_RATE`.
 */
export function companyTerms(
  type: LoanType,
  company: { interest_rate: number | null; commission_cents: Cents; tax_rate: number } | null,
) {
  const tax_rate = company?.tax_rate ?? 0
  if (type === 'advance')
    return { interest_rate: 0, commission_cents: company?.commission_cents ?? 0, tax_rate }
  return { interest_rate: company?.interest_rate ?? DEFAULT_INTEREST_RATE, commission_cents: 0, tax_rate }
}
