import type { ExcessChoice } from '@quincena/domain/loans/excess'
import { figuresOn, payoffOn } from '@quincena/domain/loans/figures'
import { dayNumber, dayText, monthEnds } from './days.ts'
import { accrue, type History, type Ids, openHistory, pay, returnPayout, reverse } from './history.ts'
import type { LoanPlan } from './loan-plan.ts'

/** Something that happens to a loan on a day. */
interface Act {
  day: number
  do: (history: History, ids: Ids) => void
}

/** How a worker pays. Most pay on the due date; the others are what the balance model is there for. */
type Habit = 'punctual' | 'early' | 'late' | 'prepays' | 'in_advance' | 'corrected' | 'backdated' | 'settles'

const habits: readonly [number, Habit][] = [
  [60, 'punctual'],
  [10, 'early'],
  [10, 'late'],
  [8, 'prepays'],
  [2, 'in_advance'],
  [3, 'corrected'],
  [4, 'backdated'],
  [3, 'settles'],
]

function habitOf({ random }: LoanPlan): Habit {
  let left = random.below(100)
  for (const [share, habit] of habits) {
    if (left < share) return habit
    left -= share
  }
  return 'punctual'
}

/** What keeps the loan from being late, or `share` percent of it, with a value date some days before its registration. */
const payDue = (day: number, { share = 100, days_back = 0 } = {}): Act => ({
  day,
  do(history, ids) {
    const value_day = day - days_back
    const to_pay = figuresOn(history.position, dayText(value_day)).to_pay?.amount ?? 0
    const amount = Math.ceil((to_pay * share) / 100)
    pay(history, ids, { day, value_day, amount, excess: 'lower_payment' })
  },
})

/** Some level payments beside the regular ones. */
const payMore = (day: number, { levels, excess }: { levels: number; excess: ExcessChoice }): Act => ({
  day,
  do: (history, ids) =>
    pay(history, ids, { day, value_day: day, amount: Math.round(levels * history.plan.level), excess }),
})

/** Pays the loan off; a few workers pay more than that, and what is left is theirs. */
const settle = (day: number): Act => ({
  day,
  do(history, ids) {
    const { random } = history.plan
    const remainder = random.below(50) === 0 ? 100 + random.below(50_000) : 0
    const amount = payoffOn(history.position, dayText(day))
    pay(history, ids, { day, value_day: day, amount, remainder, excess: 'lower_payment' })
  },
})

/** Reverses one of the last two payments. */
const takeBack = (day: number): Act => ({
  day,
  do(history, ids) {
    const counting = history.payments.filter(({ reversed_on }) => reversed_on === null)
    const payment = counting.at(-1 - history.plan.random.below(2)) ?? counting.at(-1)
    if (payment !== undefined) reverse(history, ids, { day, payment })
  },
})

/** The payments of one period that ends on `due`. */
function actsOfPeriod(due: number, { random, habit }: { random: LoanPlan['random']; habit: Habit }): Act[] {
  const regular = payDue(due)
  const isUnusual = random.below(3) === 0
  const amid = due - 2 - random.below(10)
  if (habit === 'early') return [payDue(due - random.below(4))]
  if (habit === 'late') return [payDue(due + random.below(13), { share: 30 + random.below(71) })]
  if (!isUnusual) return [regular]
  if (habit === 'prepays') {
    const excess = random.one<ExcessChoice>(['lower_payment', 'shorter_term'])
    return [payMore(amid, { levels: 1.2 + random.below(30) / 10, excess }), regular]
  }
  if (habit === 'in_advance') return [payMore(amid, { levels: 2.5, excess: 'in_advance' }), regular]
  if (habit === 'corrected') return [regular, takeBack(due + 1 + random.below(8))]
  if (habit === 'backdated') {
    const days_back = 1 + random.below(6)
    return [payDue(due + days_back, { days_back })]
  }
  return [regular]
}

/** The day on which a loan that ends is paid off: its last due date or some days after it, or earlier. */
function endOf({ rows, start, random }: LoanPlan, { today, habit }: { today: number; habit: Habit }): number {
  const [first, last] = [dayNumber(start), dayNumber(rows.at(-1)?.due_date ?? start)]
  if (habit !== 'settles' && last + 10 < today) return last + random.below(10)
  const room = Math.min(last, today - 1) - first
  return first + 1 + random.below(Math.max(1, room))
}

/** The payments of an advance: some workers pay a part of it before the pay date. */
function actsOfAdvance({ random }: LoanPlan, due: number): Act[] {
  const part = { levels: 0.2 + random.below(50) / 100, excess: 'lower_payment' as const }
  return random.below(4) === 0 ? [payMore(due - random.below(3), part), payDue(due)] : [payDue(due)]
}

/** What happens to a loan that is paid out, until today. */
function actsOf(plan: LoanPlan, today: number): Act[] {
  const { rows, course, random, type } = plan
  const habit = habitOf(plan)
  const acts = rows.flatMap(({ due_date }) =>
    type === 'advance'
      ? actsOfAdvance(plan, dayNumber(due_date))
      : actsOfPeriod(dayNumber(due_date), { random, habit }),
  )
  if (course === 'ends') {
    const end = endOf(plan, { today, habit })
    const last_due = dayNumber(rows.at(-1)?.due_date ?? plan.start)
    return [...acts.filter(({ day }) => day < Math.min(end, last_due)), settle(end)]
  }
  const last = course === 'stops' ? today - 30 - random.below(60) : today
  return acts.filter(({ day }) => day <= last)
}

/** The days up to today on which the daily close posts what the loan has accrued: due dates and month ends. */
function closesOf({ rows, start }: LoanPlan, today: number): Act[] {
  const first = dayNumber(start) + 1
  const dues = rows.map(({ due_date }) => dayNumber(due_date)).filter((day) => day <= today)
  const days = new Set([...dues, ...monthEnds(first, today)])
  return [...days].map((day) => ({
    day,
    do: (history) => {
      if (history.position.settled === null) accrue(history, day)
    },
  }))
}

/** Lives the life of a loan from its payout until today; null if it is never paid out. */
export function liveLoan(
  plan: LoanPlan,
  { today, transfer_id, ids }: { today: number; transfer_id: number; ids: Ids },
) {
  if (plan.course === 'payout_returned') {
    const history = openHistory(plan, transfer_id)
    returnPayout(history, transfer_id)
    return history
  }
  if (plan.course !== 'punctual' && plan.course !== 'stops' && plan.course !== 'ends') return null
  const history = openHistory(plan, transfer_id)
  const first = dayNumber(plan.start)
  const acts = [...actsOf(plan, today), ...closesOf(plan, today)]
    .filter(({ day }) => day >= first)
    .toSorted((one, other) => one.day - other.day)
  for (const act of acts) act.do(history, ids)
  return history
}
