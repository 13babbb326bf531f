import type { Day } from '@quincena/domain/dates'
import {
  type AdvancePrice,
  advancePriceOf,
  type CommissionStep,
  commissionOf,
} from '@quincena/domain/loans/advance-price'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
  type ScheduleRow,
} from '@quincena/domain/loans/amortization'
import { type Frequency, installmentsOfMonths } from '@quincena/domain/loans/frequency'
import { DEFAULT_INTEREST_RATE, taxTerms } from '@quincena/domain/loans/limits'
import { sumPayments } from '@quincena/domain/loans/position'
import type { LoanType } from '@quincena/domain/loans/rules'
import { quoteAdvance, scheduleCat } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'

/** The figures of a loan that its contract states. */
export interface LoanTerms {
  type: LoanType
  amount_cents: Cents
  commission_cents: Cents
  interest_rate: number
  /** Months of a credit. Ignored for an advance: its days follow from the day of the plan. */
  term: number
  frequency: Frequency
  /** Rate of the VAT as a fraction, and whether it is on top of the interest or contained in it. */
  tax_rate: number
  tax_added: boolean
}

/** The figures and due dates of a loan, computed for one day. */
export interface LoanPlan {
  /** Months of a credit, days of an advance. */
  term: number
  installments: number
  monthly_payment_cents: Cents
  total_debt_cents: Cents
  cat: number | null
  schedule: ScheduleRow[]
  payment_deadline: Day
  next_payment_date: Day
}

function dates(schedule: ScheduleRow[], today: Day) {
  return {
    next_payment_date: schedule[0]?.due_date ?? today,
    payment_deadline: schedule.at(-1)?.due_date ?? today,
  }
}

function planCredit(terms: LoanTerms, today: Day): LoanPlan {
  const { amount_cents: amount, interest_rate: annual_rate, term, ...others } = terms
  const installments = installmentsOfMonths(term, terms.frequency)
  const credit: CreditTerms = { ...others, amount, annual_rate, installments, start: today }
  const schedule = contractSchedule(credit)
  return {
    term,
    installments: schedule.length,
    monthly_payment_cents: levelPayment(amount, periodRates(credit), installments),
    total_debt_cents: sumPayments(schedule),
    cat: scheduleCat(schedule, credit),
    schedule,
    ...dates(schedule, today),
  }
}

function planAdvance(terms: LoanTerms, today: Day): LoanPlan {
  const { amount_cents: amount, commission_cents: commission, tax_rate } = terms
  const { days, final_value, cat, schedule } = quoteAdvance({ amount, commission, tax_rate }, today)
  const totals = { monthly_payment_cents: final_value, total_debt_cents: final_value }
  return { term: days, installments: 1, ...totals, cat, schedule, ...dates(schedule, today) }
}

/**
 * Computes the plan of a loan that is requested, shown or signed `today`. Request, contract and acceptance all use it,
 * so that their figures agree.
 */
export function planLoan(terms: LoanTerms, today: Day): LoanPlan {
  return terms.type === 'credit' ? planCredit(terms, today) : planAdvance(terms, today)
}

/** The terms of a company that its workers' loans copy. */
interface CompanyTerms {
  interest_rate: number | null
  commission_cents: Cents
  commission_steps_cents: readonly CommissionStep[] | null
  advance_cost_ceiling: number
  tax_rate: number
  tax_added: boolean
  grace_bank_days: number
}

/** What the company charges for an advance; nothing if the worker has none. */
export function advancePrice(company: CompanyTerms | null): AdvancePrice {
  if (company === null) return advancePriceOf(null)
  const { commission_cents: commission, commission_steps_cents, advance_cost_ceiling } = company
  return { commission, commission_steps: commission_steps_cents, advance_cost_ceiling }
}

/**
 * Copies the company's terms into a loan: the annual rate (a fraction) for a credit, the commission of the amount
 * (centavos) for an advance, whose price always contains the VAT. A company without a rate, or a worker without a company, gets
 * `DEFAULT_INTEREST_RATE`.
 */
export function companyTerms(
  { type, amount }: { type: LoanType; amount: Cents },
  company: CompanyTerms | null,
) {
  const { tax_rate, tax_added } = taxTerms(company)
  const shared = {
    ...{ tax_rate, frequency: 'monthly' as const },
    ...(company !== null && { grace_bank_days: company.grace_bank_days }),
  }
  if (type === 'advance')
    return {
      ...{ ...shared, tax_added: false },
      ...{ interest_rate: 0, commission_cents: commissionOf(advancePrice(company), amount) },
    }
  const interest_rate = company?.interest_rate ?? DEFAULT_INTEREST_RATE
  return { ...shared, tax_added, interest_rate, commission_cents: 0 }
}
