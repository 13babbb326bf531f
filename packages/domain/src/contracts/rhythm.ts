import type { Day } from '../dates.ts'
import { formatMoney } from '../format.ts'
import type { Frequency } from '../loans/frequency.ts'
import type { ContractPayload } from './schema.ts'

type Loan = ContractPayload['loan']

interface Rhythm {
  /** An installment, and several. */
  one: string
  many: string
  /** The periods of a year, in words. */
  periods: string
  /** When installments fall due. */
  days: (first: Day) => string
}

const rhythms: Record<Frequency, Rhythm> = {
  monthly: {
    one: 'mensualidad',
    many: 'mensualidades',
    periods: 'doce',
    days: (first) => `el día ${Number(first.slice(8))} de cada mes`,
  },
  semimonthly: {
    one: 'quincena',
    many: 'quincenas',
    periods: 'veinticuatro',
    days: () => 'el día 15 y el último de cada mes',
  },
  fourteen_days: {
    one: 'catorcena',
    many: 'catorcenas',
    periods: 'veintiséis',
    days: () => 'cada catorce días',
  },
  weekly: { one: 'semana', many: 'semanas', periods: 'cincuenta y dos', days: () => 'cada siete días' },
}

/** How a contract of before version 2.0 states its rhythm: not at all, it is monthly. */
export const frequencyOf = ({ frequency = 'monthly' }: Loan): Frequency => frequency

/** The words for the rhythm of a credit's installments. */
export const rhythmOf = (loan: Loan): Rhythm => rhythms[frequencyOf(loan)]

/** The first due date. */
export const firstDueDate = (loan: Loan): Day => loan.schedule[0]?.due_date ?? loan.payment_deadline

/** Names number and amounts of a loan's payments: `11 mensualidades de $916.80 y una última de $916.81`. */
export function paymentsText(loan: Loan): string {
  const count = loan.schedule.length
  const last = formatMoney(loan.schedule.at(-1)?.payment ?? loan.total_debt)
  if (loan.type === 'advance') return `1 pago de ${last}`
  const { one, many } = rhythmOf(loan)
  const level = formatMoney(loan.monthly_payment ?? loan.total_debt)
  if (count === 1) return `1 ${one} de ${last}`
  if (level === last) return `${count} ${many} de ${level}`
  return `${count - 1} ${count === 2 ? one : many} de ${level} y una última de ${last}`
}
