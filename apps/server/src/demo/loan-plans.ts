import { localTime } from '@quincena/domain/dates'
import type { Ending, LoanPlan } from './loan-history.ts'
import type { Random } from './random.ts'

interface Salaried {
  biweekly_salary_cents: number
}

const months = [3, 6, 9, 12] as const
const hundred = 100 * 100

function creditAmount(random: Random, { biweekly_salary_cents }: Salaried): number {
  const max = biweekly_salary_cents * 6
  return Math.max(
    2 * hundred * 10,
    Math.floor((max * random.between(15, 70)) / 100 / (5 * hundred)) * 5 * hundred,
  )
}

/** Within the minimum of every demo company and the smallest maximum. */
function advanceAmount(random: Random, { biweekly_salary_cents }: Salaried): number {
  const share = Math.floor((biweekly_salary_cents * random.between(10, 38)) / 100 / hundred) * hundred
  return Math.min(50 * hundred, Math.max(5 * hundred, share))
}

interface PlanInput {
  random: Random
  end: Temporal.Instant
  person: Salaried
}

function at({ random, end }: PlanInput, daysAgo: number): Temporal.Instant {
  return end.subtract({ hours: daysAgo * 24 - random.between(0, 5), minutes: random.between(1, 50) })
}

function credit(
  input: PlanInput,
  { ending, days, term }: { ending: Ending; days: number; term?: 3 | 6 | 9 | 12 },
): LoanPlan {
  const amount = creditAmount(input.random, input.person)
  return {
    ending,
    starts_at: at(input, days),
    request: { type: 'credit', amount, months: term ?? input.random.pick(months) },
  }
}

/** Noon of the last pay date before today. */
function lastPayDate(end: Temporal.Instant): Temporal.Instant {
  const today = localTime(end)
  const paid = today.day > 15 ? today.with({ day: 15 }) : today.with({ day: 1 }).subtract({ days: 1 })
  return paid.withPlainTime('12:00').toInstant()
}

/** An advance. One with the ending `paying` starts on the last pay date or later, so that it is never due yet. */
function advance(input: PlanInput, { ending, days }: { ending: Ending; days: number }): LoanPlan {
  const randomStart = at(input, days)
  const payDate = lastPayDate(input.end)
  const isDue = ending === 'paying' && Temporal.Instant.compare(randomStart, payDate) < 0
  return {
    ending,
    starts_at: isDue ? payDate : randomStart,
    request: { type: 'advance', amount: advanceAmount(input.random, input.person), months: 3 },
  }
}

/** An ending and how many days ago the loan began; workers with the same ending are spread over that range. */
interface PlannedEnding {
  ending: Ending
  days: readonly [from: number, to: number]
  term?: 3 | 6 | 9 | 12
}

/** Endings of the workers' last credits, in turn; they cover every state of a loan. */
const lastCredit: PlannedEnding[] = [
  { ending: 'paying', days: [60, 150], term: 6 },
  { ending: 'requested', days: [1, 2] },
  { ending: 'paying', days: [120, 290], term: 12 },
  { ending: 'offered', days: [4, 18] },
  { ending: 'late', days: [100, 200], term: 9 },
  { ending: 'paying', days: [12, 60], term: 3 },
  { ending: 'rejected', days: [6, 160] },
  { ending: 'requested', days: [1, 4] },
  { ending: 'returned', days: [5, 16] },
  { ending: 'declined', days: [9, 180] },
  { ending: 'paying', days: [180, 290], term: 12 },
  { ending: 'expired', days: [50, 150] },
  { ending: 'cancelled', days: [20, 120] },
  { ending: 'unanswered', days: [3, 3] },
  { ending: 'paid', days: [110, 240], term: 3 },
  { ending: 'lower_payment', days: [90, 150], term: 12 },
  { ending: 'shorter_term', days: [90, 150], term: 12 },
  { ending: 'semimonthly', days: [70, 100], term: 6 },
  { ending: 'in_advance', days: [90, 120], term: 12 },
  { ending: 'corrected', days: [100, 130], term: 9 },
]

const lastAdvance: PlannedEnding[] = [
  { ending: 'paid', days: [25, 120] },
  { ending: 'offered', days: [1, 1] },
  { ending: 'paid', days: [60, 230] },
  { ending: 'declined', days: [8, 140] },
  { ending: 'paying', days: [3, 3] },
  { ending: 'late', days: [33, 40] },
  { ending: 'paying', days: [2, 2] },
  { ending: 'expired', days: [45, 190] },
]

const oldest = 410
/** Days from the request of a three-month credit to its last payment, with some margin. */
const threeMonths = 110
/** Coprime to every range length here, so that neighbours are far apart. */
const stride = 37

const within = ([from, to]: PlannedEnding['days'], index: number) =>
  from + ((index * stride) % (to - from + 1))

/** The planned loans of one worker, oldest first; about two and a half on average. */
export function loanPlansOf(input: PlanInput, index: number): LoanPlan[] {
  const plans: LoanPlan[] = []
  const last = lastCredit[index % lastCredit.length]
  const short = lastAdvance[index % lastAdvance.length]
  const since = last === undefined ? 0 : within(last.days, index)
  if (index % 3 === 0) {
    const days = within([since + threeMonths, oldest], index)
    plans.push(credit(input, { ending: 'paid', days, term: 3 }))
  }
  if (index % 4 === 1) plans.push(advance(input, { ending: 'paid', days: within([252, 410], index) }))
  if (last !== undefined) plans.push(credit(input, { ...last, days: since }))
  if (short !== undefined) plans.push(advance(input, { ...short, days: within(short.days, index) }))
  return plans
}
