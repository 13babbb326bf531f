import { addDays, type Day } from '../dates.ts'

/** The ages of what is collected: what falls due soon, what is in its grace days, and what is late by days. */
export const AGES = [
  ...(['due_today', 'due_in_7', 'in_grace'] as const),
  ...(['late_1', 'late_8', 'late_31', 'late_61', 'late_91'] as const),
] as const
export type Age = (typeof AGES)[number]

export const ageNames = {
  due_today: 'Vence hoy',
  due_in_7: 'Próximos 7 días',
  in_grace: 'En días de gracia',
  late_1: '1 a 7 días',
  late_8: '8 a 30 días',
  late_31: '31 a 60 días',
  late_61: '61 a 90 días',
  late_91: 'Más de 90 días',
} as const satisfies Record<Age, string>

/** Days before a due date from which a loan is in the list. */
export const DAYS_AHEAD = 7

/** The loans of an age: their state, and the days of `next_payment_date`, both included. */
interface AgeSpan {
  state: 'active' | 'overdue'
  from: Day | null
  to: Day | null
}

/** Days late of the late ages: the first and the last one. */
const LATE = {
  late_1: { least: null, most: 7 },
  late_8: { least: 8, most: 30 },
  late_31: { least: 31, most: 60 },
  late_61: { least: 61, most: 90 },
  late_91: { least: 91, most: null },
} as const

const isLate = (age: Age): age is keyof typeof LATE => Object.hasOwn(LATE, age)

/**
 * The span of an age on a day. A loan that is not late has the state `active`, also in its grace days; the days of a late
 * one count from its first uncovered due date, like `days_late`.
 */
export function spanOfAge(age: Age, today: Day): AgeSpan {
  if (isLate(age)) {
    const { least, most } = LATE[age]
    return {
      state: 'overdue',
      from: most === null ? null : addDays(today, -most),
      to: least === null ? null : addDays(today, -least),
    }
  }
  if (age === 'in_grace') return { state: 'active', from: null, to: addDays(today, -1) }
  if (age === 'due_today') return { state: 'active', from: today, to: today }
  return { state: 'active', from: addDays(today, 1), to: addDays(today, DAYS_AHEAD) }
}

/** The age of a loan on a day; undefined for one that falls due later. */
export function ageOf(loan: { state: string; next_payment_date: Day }, today: Day): Age | undefined {
  return AGES.find((age) => {
    const { state, from, to } = spanOfAge(age, today)
    const { next_payment_date: due } = loan
    return loan.state === state && (from === null || due >= from) && (to === null || due <= to)
  })
}
