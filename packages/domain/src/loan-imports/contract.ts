import { type Day, daysBetween, nextPayDate } from '../dates.ts'
import { formatDate, formatMoney } from '../format.ts'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
  type ScheduleRow,
} from '../loans/amortization.ts'
import { dueDates, type Frequency } from '../loans/frequency.ts'
import { type Cents, multiplyHalfUp } from '../money.ts'
import { headerOf } from './columns.ts'
import type { ReadLoan } from './read-book.ts'
import type { SheetProblem } from './schema.ts'

/** A problem of one loan, which ends its planning. */
export class LoanProblem extends Error {
  readonly problem: SheetProblem
  constructor(problem: SheetProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Ends the planning of a loan with a problem at its row of the sheet of loans. */
export function refuse(loan: ReadLoan, field: string, message: string): never {
  throw new LoanProblem({ sheet: 'loans', row: loan.row, column: headerOf('loans', field), message })
}

/** A value that this type of loan needs. */
export function required<Value>(loan: ReadLoan, field: string, value: Value | undefined): Value {
  if (value !== undefined) return value
  return refuse(loan, field, `Falta este dato en un ${loan.facts.type === 'credit' ? 'crédito' : 'anticipo'}`)
}

/** Days of a regular period, to which an irregular first one is compared. */
const REGULAR_DAYS: Record<Frequency, number> = { monthly: 30, semimonthly: 15, fourteen_days: 14, weekly: 7 }

/**
 * A former system rounds, and some count months of 365 / 12 days: so much may a row's interest be above the rate's.
 * None may be below it: accrual follows from the rate, and a payoff or a prepayment would cost more than the contract.
 */
const INTEREST_TOLERANCE_SHARE = { over: 5, under: 100 }
const INTEREST_TOLERANCE_CENTS = 100
const TAX_TOLERANCE_CENTS = 1

type Credit = Omit<CreditTerms, 'installments'>

interface Contract {
  rows: ScheduleRow[]
  first_period_days: number | null
  monthly_payment: Cents
}

/** The schedule that follows from the terms. */
export function contractOf(loan: ReadLoan, credit: Credit): Contract {
  const { granted_on, first_due } = loan.facts
  const installments = required(loan, 'installments', loan.facts.installments)
  const whole = { ...credit, installments }
  const [usual = granted_on] = dueDates(whole)
  const isOnPayDate = credit.frequency !== 'semimonthly' || isPayDate(granted_on)
  const first = first_due ?? (credit.frequency === 'semimonthly' ? nextPayDate(granted_on) : usual)
  if (credit.frequency === 'semimonthly' && !isPayDate(first))
    refuse(loan, 'first_due', 'Un crédito quincenal vence el 15 o el último día del mes')
  if (first <= granted_on) refuse(loan, 'first_due', 'El primer vencimiento es posterior a la entrega')
  const isRegular = first === usual && isOnPayDate
  const regular_days = REGULAR_DAYS[credit.frequency]
  const terms = isRegular ? whole : { ...whole, first_due: first, regular_days }
  const rates = periodRates(terms)
  const rows = contractSchedule(terms)
  if (rows.some(({ principal }) => principal < 0))
    refuse(loan, 'first_due', `Hasta el ${formatDate(first)} hay más intereses que el pago: corrige el día`)
  return {
    rows,
    first_period_days: isRegular ? null : regular_days,
    monthly_payment: levelPayment(terms.amount, rates, installments),
  }
}

const isPayDate = (day: Day) => nextPayDate(previousDay(day)) === day
const previousDay = (day: Day): Day => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** True if the interest of a row follows from the rate on the balance before it; of an irregular period with its days. */
function followsRate(row: ScheduleRow, balance: Cents, { credit, days }: { credit: Credit; days?: number }) {
  const usual = multiplyHalfUp(balance, periodRates(credit).interest)
  const regular = REGULAR_DAYS[credit.frequency]
  const expected = days === undefined ? usual : multiplyHalfUp(usual, { over: days, under: regular })
  const tolerance = multiplyHalfUp(expected, INTEREST_TOLERANCE_SHARE) + INTEREST_TOLERANCE_CENTS
  return row.interest >= expected && row.interest <= expected + tolerance
}

/** What is wrong with a row of a loan's own schedule, apart from its interest: the field of the loan and the text. */
function rowProblem(row: ScheduleRow, place: { index: number; before: Day; credit: Credit }) {
  const { index, before, credit } = place
  if (row.number !== index + 1) return ['former_id', 'los pagos se numeran 1, 2, 3, … sin huecos'] as const
  if (row.due_date <= before) return ['former_id', 'vence antes que el anterior o que la entrega'] as const
  if (row.payment === 0) return ['former_id', 'quita los pagos de 0'] as const
  if (row.tax > 0 && !credit.tax_added)
    return ['tax_added', 'trae IVA aparte: escribe Sí en «IVA aparte»'] as const
  if (row.balance < 0) return ['former_id', 'el capital suma más que el monto entregado'] as const
  const tax = multiplyHalfUp(row.interest, periodRates(credit).tax)
  if (row.tax < tax || row.tax > tax + TAX_TOLERANCE_CENTS)
    return ['tax_rate', `su IVA es ${formatMoney(row.tax)} y la tasa da ${formatMoney(tax)}`] as const
  return null
}

/** Refuses interest that does not follow from the rate; returns whether the row's period is irregular. */
function checkInterest(
  loan: ReadLoan,
  row: ScheduleRow,
  { credit, days }: { credit: Credit; days?: number },
) {
  const balance = row.balance + row.principal
  if (followsRate(row, balance, { credit })) return false
  if (days !== undefined && followsRate(row, balance, { credit, days })) return true
  const usual = formatMoney(multiplyHalfUp(balance, periodRates(credit).interest))
  const figures = `los intereses son ${formatMoney(row.interest)} y la tasa sobre ${formatMoney(balance)} da ${usual}`
  const advice =
    'Revisa la tasa anual (si es menor que la escrita, bájala) y la frecuencia; una tasa sobre el monto original no se puede importar'
  return refuse(loan, 'annual_rate', `Calendario, pago ${row.number}: ${figures}. ${advice}`)
}

/** The loan's own schedule, checked: it repays the amount, and its interest follows from the rate on the balance. */
export function ownSchedule(loan: ReadLoan, credit: Credit): Contract {
  const { amount, granted_on, schedule } = loan.facts
  let balance = amount
  let before = granted_on
  let isIrregular = false
  const rows: ScheduleRow[] = []
  for (const [index, { number, due_date, principal, interest, tax }] of (schedule ?? []).entries()) {
    const payment = principal + interest + tax
    balance -= principal
    const row = { number, due_date, payment, principal, interest, tax, balance }
    const problem = rowProblem(row, { index, before, credit })
    if (problem !== null) refuse(loan, problem[0], `Calendario, pago ${number}: ${problem[1]}`)
    const first = index === 0 ? { days: daysBetween(granted_on, due_date) } : {}
    if (checkInterest(loan, row, { credit, ...first })) isIrregular = true
    rows.push(row)
    before = due_date
  }
  if (balance !== 0)
    refuse(loan, 'amount', `El capital del calendario suma ${formatMoney(amount - balance)}, no el monto`)
  const first_period_days = isIrregular ? REGULAR_DAYS[credit.frequency] : null
  return { rows, first_period_days, monthly_payment: rows[0]?.payment ?? 0 }
}
