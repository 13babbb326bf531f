import { localTime } from '@quincena/domain/dates'
import type { Random } from './random.ts'
import type { Fate, Plot } from './stories.ts'

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

function advanceAmount(random: Random, { biweekly_salary_cents }: Salaried): number {
  return Math.max(
    5 * hundred,
    Math.floor((biweekly_salary_cents * random.between(10, 38)) / 100 / hundred) * hundred,
  )
}

interface Casting {
  random: Random
  end: Temporal.Instant
  person: Salaried
}

function at({ random, end }: Casting, daysAgo: number): Temporal.Instant {
  return end.subtract({ hours: daysAgo * 24 - random.between(0, 5), minutes: random.between(1, 50) })
}

function credit(
  casting: Casting,
  { fate, days, term }: { fate: Fate; days: number; term?: 3 | 6 | 9 | 12 },
): Plot {
  const amount = creditAmount(casting.random, casting.person)
  return {
    fate,
    starts: at(casting, days),
    wish: { type: 'credit', amount, months: term ?? casting.random.pick(months) },
  }
}

/** Noon of the last pay date before today. */
function lastPayDate(end: Temporal.Instant): Temporal.Instant {
  const today = localTime(end)
  const paid = today.day > 15 ? today.with({ day: 15 }) : today.with({ day: 1 }).subtract({ days: 1 })
  return paid.withPlainTime('12:00').toInstant()
}

/** An advance. One with the fate `paying` starts on the last pay date or later, so that it is never due yet. */
function advance(casting: Casting, { fate, days }: { fate: Fate; days: number }): Plot {
  const own = at(casting, days)
  const payDate = lastPayDate(casting.end)
  const isDue = fate === 'paying' && Temporal.Instant.compare(own, payDate) < 0
  return {
    fate,
    starts: isDue ? payDate : own,
    wish: { type: 'advance', amount: advanceAmount(casting.random, casting.person), months: 3 },
  }
}

/** A fate and how many days ago it began; workers with the same fate are spread over that range. */
interface Cast {
  fate: Fate
  days: readonly [from: number, to: number]
  term?: 3 | 6 | 9 | 12
}

/** Fates of the workers' last credits, in turn; they cover every state of a loan. */
const lastCredit: Cast[] = [
  { fate: 'paying', days: [60, 150], term: 6 },
  { fate: 'requested', days: [1, 2] },
  { fate: 'paying', days: [120, 290], term: 12 },
  { fate: 'offered', days: [4, 18] },
  { fate: 'late', days: [100, 200], term: 9 },
  { fate: 'paying', days: [12, 60], term: 3 },
  { fate: 'rejected', days: [6, 160] },
  { fate: 'requested', days: [1, 4] },
  { fate: 'returned', days: [5, 16] },
  { fate: 'declined', days: [9, 180] },
  { fate: 'paying', days: [180, 290], term: 12 },
  { fate: 'expired', days: [50, 150] },
  { fate: 'cancelled', days: [20, 120] },
  { fate: 'unanswered', days: [3, 3] },
  { fate: 'paid', days: [110, 240], term: 3 },
]

const lastAdvance: Cast[] = [
  { fate: 'paid', days: [25, 120] },
  { fate: 'offered', days: [1, 1] },
  { fate: 'paid', days: [60, 230] },
  { fate: 'declined', days: [8, 140] },
  { fate: 'paying', days: [3, 3] },
  { fate: 'late', days: [33, 40] },
  { fate: 'paying', days: [2, 2] },
  { fate: 'expired', days: [45, 190] },
]

const oldest = 410
/** Days from the request of a three-month credit to its last payment, with some margin. */
const threeMonths = 110
/** Coprime to every range length here, so that neighbours are far apart. */
const stride = 37

const within = ([from, to]: Cast['days'], index: number) => from + ((index * stride) % (to - from + 1))

/** The planned loans of one worker, oldest first; about two and a half on average. */
export function plotsOf(casting: Casting, index: number): Plot[] {
  const plots: Plot[] = []
  const last = lastCredit[index % lastCredit.length]
  const short = lastAdvance[index % lastAdvance.length]
  const since = last === undefined ? 0 : within(last.days, index)
  if (index % 3 === 0) {
    const days = within([since + threeMonths, oldest], index)
    plots.push(credit(casting, { fate: 'paid', days, term: 3 }))
  }
  if (index % 4 === 1) plots.push(advance(casting, { fate: 'paid', days: within([252, 410], index) }))
  if (last !== undefined) plots.push(credit(casting, { ...last, days: since }))
  if (short !== undefined) plots.push(advance(casting, { ...short, days: within(short.days, index) }))
  return plots
}
