import { type Day, daysBetween, nextPayDate } from '@quincena/domain/dates'
import {
  contractSchedule,
  levelPayment,
  periodRates,
  type ScheduleRow,
} from '@quincena/domain/loans/amortization'
import { type Frequency, installmentsOfMonths } from '@quincena/domain/loans/frequency'
import { CREDIT_MONTHS, DEFAULT_TAX_RATE } from '@quincena/domain/loans/limits'
import { sumPayments } from '@quincena/domain/loans/position'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { dayNumber, dayText, payDateBefore } from './days.ts'
import { createRandom, type Random } from './random.ts'

/** Number of rows to write. */
export interface Size {
  users: number
  loans: number
}

/** Where the generated rows stand among those that were there before. */
export interface Place {
  company: number
  user: number
  loan: number
  transfer: number
  payment: number
  correction: number
  /** The member of staff who registers payments. */
  manager: number
  /** The lender's bank account that payments reach. */
  bank_account: number
  today: Day
}

export const companies = 500
/** Every eighth company adds the VAT to its price. */
export const addsTax = (company: number) => company % 8 === 7
export const companyOf = (user: number) => (1 + user) % companies

/** How a loan goes: it is never paid out, its payout comes back, or it is paid on time, too late, or until its end. */
export type Course =
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'payout_returned'
  | 'punctual'
  | 'stops'
  | 'ends'

const openCourses = [
  ...(['punctual', 'punctual', 'punctual', 'punctual', 'punctual', 'punctual'] as const),
  ...(['stops', 'requested', 'approved', 'payout_returned'] as const),
] as const
const closedCourses = [
  ...(['ends', 'ends', 'ends', 'ends', 'ends', 'ends'] as const),
  ...(['rejected', 'declined', 'expired', 'cancelled'] as const),
] as const

/** So many of each that there are four payments for each loan. */
const frequencies: readonly [Frequency, ...Frequency[]] = [
  ...(['monthly', 'monthly', 'monthly', 'monthly', 'monthly', 'monthly', 'monthly', 'monthly'] as const),
  ...(['semimonthly', 'semimonthly', 'semimonthly', 'semimonthly', 'semimonthly'] as const),
  ...(['semimonthly', 'semimonthly', 'semimonthly', 'semimonthly'] as const),
  ...(['fourteen_days', 'weekly', 'weekly'] as const),
]

/** One loan's contract, and how it will go. Amounts in centavos. */
export interface LoanPlan {
  n: number
  id: number
  user: number
  user_id: number
  company_id: number
  type: LoanType
  course: Course
  amount: Cents
  commission: Cents
  annual_rate: number
  tax_rate: number
  tax_added: boolean
  frequency: Frequency
  /** Months of a credit, days of an advance. */
  term: number
  level: Cents
  total: Cents
  start: Day
  rows: ScheduleRow[]
  random: Random
}

const MONTH = 30.4
const closedMonths = { from: 36, to: 4 }

/**
 * Who gets the n-th loan and when, counted in days before today. The last two loans of each worker are open, a credit and
 * an advance; all before are closed. Numbers ascend with time, but for the credits that are open beside the advances.
 */
function slotOf(n: number, { users, loans }: Size) {
  const open = Math.min(2 * users, loans)
  const closed = loans - open
  if (n < closed) {
    const days = MONTH * (closedMonths.from - (closedMonths.from - closedMonths.to) * (n / closed))
    return {
      is_open: false,
      user: n % users,
      type: Math.floor(n / users) % 2 === 0,
      days_ago: Math.floor(days),
    }
  }
  const [user, round] = [(n - closed) % users, Math.floor((n - closed) / users)]
  const days = round === 0 ? 10 * MONTH : 15
  return { is_open: true, user, type: round === 0, days_ago: 1 + Math.floor(days * (1 - user / users)) }
}

const seedOf = (n: number) => n + 20_261_101

type Draft = Pick<LoanPlan, 'amount' | 'annual_rate' | 'tax_rate' | 'tax_added' | 'frequency' | 'term'>

function creditRows({ amount, term, ...draft }: Draft, start: Day) {
  const installments = installmentsOfMonths(term, draft.frequency)
  const terms = { ...draft, amount, start, installments }
  const rows = contractSchedule(terms)
  return { rows, level: levelPayment(amount, periodRates(terms), installments) }
}

function advanceRows({ amount, commission }: { amount: Cents; commission: Cents }, start: Day) {
  const due_date = nextPayDate(start)
  const level = amount + commission
  const row = {
    number: 1,
    due_date,
    payment: level,
    principal: amount,
    interest: commission,
    tax: 0,
    balance: 0,
  }
  return { rows: [row], level, term: daysBetween(start, due_date) }
}

/** The contract of the n-th loan. */
export function planOf(n: number, size: Size, place: Place): LoanPlan {
  const random = createRandom(seedOf(n))
  const { is_open, user, type: is_credit, days_ago } = slotOf(n, size)
  const company = companyOf(user)
  const day = dayNumber(place.today) - days_ago
  const frequency = is_credit ? random.one(frequencies) : 'monthly'
  const start = dayText(frequency === 'semimonthly' ? payDateBefore(day) : day)
  const commission = is_credit ? 0 : 15_000
  const draft = {
    amount: is_credit ? 100_000 + 137 * random.below(30_000) : 50_000 + 1000 * random.below(300),
    annual_rate: is_credit ? random.one([0.18, 0.24, 0.215, 0.36]) : 0,
    tax_rate: random.below(10) === 0 ? 0 : DEFAULT_TAX_RATE,
    tax_added: is_credit && addsTax(company),
    ...{ frequency, term: random.one(CREDIT_MONTHS) },
  }
  const contract = is_credit
    ? { term: draft.term, ...creditRows(draft, start) }
    : advanceRows({ amount: draft.amount, commission }, start)
  return {
    ...{
      n,
      id: place.loan + 1 + n,
      user,
      user_id: place.user + 1 + user,
      company_id: place.company + company,
    },
    ...{ ...draft, commission, ...contract, type: is_credit ? 'credit' : 'advance', start, random },
    course: is_open ? random.one(openCourses) : random.one(closedCourses),
    total: sumPayments(contract.rows),
  }
}
