import type { Random } from './random.ts'
import type { Fate, Plot } from './stories.ts'

interface Salaried {
  biweekly_salary_cents: number
}

const months = [3, 6, 9, 12] as const
const hundred = 100 * 100

function creditAmount(random: Random, { biweekly_salary_cents }: Salaried): number {
  const most = biweekly_salary_cents * 6
  return Math.max(
    2 * hundred * 10,
    Math.floor((most * random.between(15, 70)) / 100 / (5 * hundred)) * 5 * hundred,
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

function advance(casting: Casting, { fate, days }: { fate: Fate; days: number }): Plot {
  return {
    fate,
    starts: at(casting, days),
    wish: { type: 'advance', amount: advanceAmount(casting.random, casting.person), months: 3 },
  }
}

/** What becomes of the last credit of each worker in turn: every state of a loan is there. */
const lastCredit: { fate: Fate; days: number; term?: 3 | 6 | 9 | 12 }[] = [
  { fate: 'paying', days: 100, term: 6 },
  { fate: 'requested', days: 1 },
  { fate: 'paying', days: 200, term: 12 },
  { fate: 'offered', days: 4 },
  { fate: 'late', days: 150, term: 9 },
  { fate: 'paying', days: 12, term: 3 },
  { fate: 'rejected', days: 6 },
  { fate: 'requested', days: 2 },
  { fate: 'returned', days: 5 },
  { fate: 'declined', days: 9 },
  { fate: 'paying', days: 260, term: 12 },
  { fate: 'expired', days: 60 },
  { fate: 'cancelled', days: 30 },
  { fate: 'unanswered', days: 3 },
  { fate: 'paid', days: 130, term: 3 },
]

const lastAdvance: { fate: Fate; days: number }[] = [
  { fate: 'paid', days: 40 },
  { fate: 'offered', days: 1 },
  { fate: 'paid', days: 75 },
  { fate: 'declined', days: 20 },
  { fate: 'paying', days: 3 },
  { fate: 'late', days: 33 },
  { fate: 'paying', days: 2 },
  { fate: 'expired', days: 50 },
]

/** The loans of one worker, oldest first; about two and a half each. */
export function plotsOf(casting: Casting, index: number): Plot[] {
  const plots: Plot[] = []
  if (index % 3 === 0) plots.push(credit(casting, { fate: 'paid', days: 410, term: 3 }))
  if (index % 4 === 1) plots.push(advance(casting, { fate: 'paid', days: 330 - (index % 7) * 13 }))
  const last = lastCredit[index % lastCredit.length]
  if (last !== undefined) plots.push(credit(casting, last))
  const short = lastAdvance[index % lastAdvance.length]
  if (short !== undefined) plots.push(advance(casting, short))
  return plots
}
