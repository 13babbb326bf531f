import { type Day, daysBetween, nextPayDate } from '../dates.ts'
import { formatDate, formatMoney } from '../format.ts'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
  type ScheduleRow,
} from '../loans/amortization.ts'
import { advanceCat } from '../loans/cat.ts'
import { amountDue, payoffOn } from '../loans/figures.ts'
import { dueDates, type Frequency, PERIODS_PER_YEAR } from '../loans/frequency.ts'
import { type LoanPosition, openLoan, sumPayments } from '../loans/position.ts'
import { type Division, type RecordedPayment, replayPayments } from '../loans/replay.ts'
import { scheduleCat } from '../loans/schedule.ts'
import { type Cents, containedTax, multiplyHalfUp } from '../money.ts'
import { headerOf, type LoanSheet } from './columns.ts'
import type { LoanFacts } from './facts.ts'
import type { ReadLoan } from './read-book.ts'
import type { BalanceKind, SheetProblem } from './schema.ts'

/** The terms of the company whose loans do not state their own. */
export interface CompanyTax {
  tax_rate: number
  tax_added: boolean
}

/** An imported loan as the product has it: its contract, and its position after the history of payments. */
export interface PlannedLoan {
  loan: ReadLoan
  terms: {
    annual_rate: number
    frequency: Frequency
    commission: Cents
    installments: number
    /** Months of a credit, days of an advance. */
    term: number
    tax_rate: number
    tax_added: boolean
    first_period_days: number | null
    monthly_payment: Cents
    total_debt: Cents
    cat: number | null
  }
  rows: ScheduleRow[]
  position: LoanPosition
  /** The division of each payment, in the order of the facts. */
  divisions: Division[]
  calculated: Cents
}

export interface Conditions {
  company: CompanyTax
  cut_off_day: Day
  balance_kind: BalanceKind
}

/** A problem of one loan, which ends its planning. */
class LoanProblem extends Error {
  readonly problem: SheetProblem
  constructor(problem: SheetProblem) {
    super(problem.message)
    this.problem = problem
  }
}

function refuse(loan: ReadLoan, field: string, message: string): never {
  throw new LoanProblem({ sheet: 'loans', row: loan.row, column: headerOf('loans', field), message })
}

function required<Value>(loan: ReadLoan, field: string, value: Value | undefined): Value {
  if (value !== undefined) return value
  return refuse(loan, field, `Falta este dato en un ${loan.facts.type === 'credit' ? 'crédito' : 'anticipo'}`)
}

/** Days of a regular period, to which an irregular first one is compared. */
const REGULAR_DAYS: Record<Frequency, number> = { monthly: 30, semimonthly: 15, fourteen_days: 14, weekly: 7 }

/** A former system rounds, and some count months of 365 / 12 days: so much may a row's interest be off. */
const INTEREST_TOLERANCE_SHARE = { over: 5, under: 100 }
const INTEREST_TOLERANCE_CENTS = 100

type Credit = Omit<CreditTerms, 'installments'>

interface Contract {
  rows: ScheduleRow[]
  first_period_days: number | null
  monthly_payment: Cents
}

/** The schedule that follows from the terms. */
function contractOf(loan: ReadLoan, credit: Credit): Contract {
  const { granted_on, first_due } = loan.facts
  const installments = required(loan, 'installments', loan.facts.installments)
  const whole = { ...credit, installments }
  const [usual = granted_on] = dueDates(whole)
  const isOnPayDate = credit.frequency !== 'semimonthly' || isPayDate(granted_on)
  const first = first_due ?? (credit.frequency === 'semimonthly' ? nextPayDate(granted_on) : usual)
  if (credit.frequency === 'semimonthly' && !isPayDate(first))
    refuse(loan, 'first_due', 'Un crédito quincenal vence el 15 o el último día del mes')
  const isRegular = first === usual && isOnPayDate
  const regular_days = REGULAR_DAYS[credit.frequency]
  const terms = isRegular ? whole : { ...whole, first_due: first, regular_days }
  const rates = periodRates(terms)
  return {
    rows: contractSchedule(terms),
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
  return Math.abs(row.interest - expected) <= tolerance
}

/** What is wrong with a row of a loan's own schedule, apart from its interest: the field of the loan and the text. */
function rowProblem(row: ScheduleRow, place: { index: number; before: Day; credit: Credit }) {
  const { index, before, credit } = place
  if (row.number !== index + 1) return ['former_id', 'los pagos se numeran 1, 2, 3, … sin huecos'] as const
  if (row.due_date <= before) return ['former_id', 'vence antes que el anterior o que la entrega'] as const
  if (row.payment === 0) return ['former_id', 'quita los pagos de 0'] as const
  if (row.tax > 0 && !credit.tax_added)
    return ['tax_added', 'trae IVA aparte: escribe Sí en «IVA aparte»'] as const
  return row.balance < 0 ? (['former_id', 'el capital suma más que el monto entregado'] as const) : null
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
  const advice = 'Revisa la tasa anual y la frecuencia; una tasa sobre el monto original no se puede importar'
  return refuse(loan, 'annual_rate', `Calendario, pago ${row.number}: ${figures}. ${advice}`)
}

/** The loan's own schedule, checked: it repays the amount, and its interest follows from the rate on the balance. */
function ownSchedule(loan: ReadLoan, credit: Credit): Contract {
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

type Planned = Pick<PlannedLoan, 'terms' | 'rows'>

function planCredit(loan: ReadLoan, company: CompanyTax): Planned {
  const { amount, granted_on, schedule } = loan.facts
  const frequency = required(loan, 'frequency', loan.facts.frequency)
  const annual_rate = required(loan, 'annual_rate', loan.facts.annual_rate)
  if ((loan.facts.commission ?? 0) > 0)
    refuse(loan, 'commission', 'Un crédito no lleva comisión: déjala vacía')
  const { tax_rate = company.tax_rate, tax_added = company.tax_added } = loan.facts
  const credit = { amount, annual_rate, frequency, start: granted_on, tax_rate, tax_added }
  const { rows, ...contract } = schedule === null ? contractOf(loan, credit) : ownSchedule(loan, credit)
  const installments = rows.length
  const months = Math.max(1, Math.round((installments * 12) / PERIODS_PER_YEAR[frequency]))
  return {
    rows,
    terms: {
      ...{ annual_rate, frequency, commission: 0, installments, term: months, tax_rate, tax_added },
      ...{ ...contract, total_debt: sumPayments(rows) },
      cat: scheduleCat(rows, { ...credit, installments }),
    },
  }
}

function planAdvance(loan: ReadLoan, company: CompanyTax): Planned {
  const { amount, granted_on, schedule, tax_rate = company.tax_rate } = loan.facts
  if (schedule !== null) refuse(loan, 'former_id', 'Un anticipo no lleva calendario: quita sus filas')
  const due_date = required(loan, 'first_due', loan.facts.first_due)
  const term = daysBetween(granted_on, due_date)
  if (term < 1 || term > 366)
    refuse(loan, 'first_due', 'El anticipo vence de 1 a 366 días después de la entrega')
  const { commission = 0 } = loan.facts
  const payment = amount + commission
  const only = { number: 1, due_date, payment, principal: amount, interest: commission, tax: 0, balance: 0 }
  return {
    rows: [only],
    terms: {
      ...{ annual_rate: 0, frequency: 'monthly', commission, installments: 1, term, tax_rate },
      ...{ tax_added: false, first_period_days: null, monthly_payment: payment, total_debt: payment },
      cat: advanceCat(amount, payment - containedTax(commission, tax_rate), term),
    },
  }
}

function paymentProblem(
  loan: ReadLoan,
  { index, field }: { index: number; field: string },
  message: string,
): never {
  const row = loan.payment_rows[index] ?? 0
  throw new LoanProblem({ sheet: 'payments', row, column: headerOf('payments', field), message })
}

/** Refuses payments out of the loan's time, and references that repeat. */
function checkPayments(loan: ReadLoan, cut_off_day: Day) {
  const seen = new Set<string>()
  const { granted_on, payments } = loan.facts
  for (const [index, { day, channel, reference }] of payments.entries()) {
    if (day < granted_on)
      paymentProblem(loan, { index, field: 'day' }, 'El pago es anterior a la entrega del préstamo')
    if (day > cut_off_day)
      paymentProblem(
        loan,
        { index, field: 'day' },
        'El pago es posterior al día de corte: regístralo después de importar',
      )
    if (reference === undefined) continue
    const key = `${channel} ${reference}`
    if (seen.has(key))
      paymentProblem(loan, { index, field: 'reference' }, 'La referencia se repite en este préstamo')
    seen.add(key)
  }
}

function replay(loan: ReadLoan, opened: LoanPosition, tax: CompanyTax) {
  const payments = loan.facts.payments.map(
    ({ day, amount, excess }, index): RecordedPayment => ({ id: index, value_date: day, amount, excess }),
  )
  const result = replayPayments(opened, payments, tax)
  if (!('error' in result)) return result
  const day = payments[result.id]?.value_date ?? opened.start
  const message = `El pago es mayor que lo que liquidaba el préstamo el ${formatDate(day)}: ${formatMoney(result.payoff)}. Corrige el historial; un sobrante se paga aparte al trabajador`
  return paymentProblem(loan, { index: result.id, field: 'amount' }, message)
}

function plan(loan: ReadLoan, { company, cut_off_day, balance_kind }: Conditions): PlannedLoan {
  const { type, granted_on } = loan.facts
  if (granted_on > cut_off_day) refuse(loan, 'granted_on', 'La entrega es posterior al día de corte')
  const { terms, rows } = type === 'credit' ? planCredit(loan, company) : planAdvance(loan, company)
  checkPayments(loan, cut_off_day)
  const { tax_rate, tax_added, annual_rate, frequency, first_period_days } = terms
  const opened = openLoan({
    ...{ type, annual_rate, frequency, tax_rate, tax_added, start: granted_on, rows },
    ...(first_period_days !== null && { first_period_days }),
  })
  const { position, divisions } = replay(loan, opened, { tax_rate, tax_added })
  if (position.settled !== null)
    refuse(loan, 'former_id', 'Sus pagos ya lo liquidaron: quítalo, solo se importan préstamos vigentes')
  const calculated = balance_kind === 'amount_due' ? amountDue(position) : payoffOn(position, cut_off_day)
  return { loan, terms, rows, position, divisions: [...divisions.values()], calculated }
}

/**
 * Plans a loan of a workbook by the product's own model: the contract's schedule from its terms or its own rows, and the
 * position after its history of payments (lending.md). Returns what is wrong with it instead, at its sheet and row.
 */
export function planImportedLoan(loan: ReadLoan, conditions: Conditions): PlannedLoan | SheetProblem {
  try {
    return plan(loan, conditions)
  } catch (error) {
    if (error instanceof LoanProblem) return error.problem
    throw error
  }
}

/** Names of the facts in the order in which differences are told. */
const FACT_NAMES: readonly (readonly [keyof LoanFacts, LoanSheet])[] = [
  ...(
    [
      'company',
      'curp',
      'employee_number',
      'type',
      'amount',
      'annual_rate',
      'commission',
      'frequency',
    ] as const
  ).map((field) => [field, 'loans'] as const),
  ...(['installments', 'granted_on', 'first_due', 'tax_rate', 'tax_added'] as const).map(
    (field) => [field, 'loans'] as const,
  ),
  ['claimed', 'balances'],
]
const AMOUNTS: readonly string[] = ['amount', 'commission', 'claimed']

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return 'vacío'
  return AMOUNTS.includes(field) ? formatMoney(Number(value)) : String(value)
}

/**
 * What a workbook says of an imported loan otherwise than the workbook that brought it, in Spanish; null if it says the
 * same.
 */
export function changeOfFacts(before: LoanFacts, after: LoanFacts): string | null {
  const changed = FACT_NAMES.flatMap(([field, sheet]) =>
    before[field] === after[field]
      ? []
      : [`${headerOf(sheet, field)}: ${shown(field, before[field])} → ${shown(field, after[field])}`],
  )
  const lists = (['schedule', 'payments'] as const).flatMap((list) => {
    const [old, now] = [before[list] ?? [], after[list] ?? []]
    const isSame = old.length === now.length && old.every((row, index) => sameRow(row, now[index]))
    const name = list === 'schedule' ? 'Calendario' : 'Pagos'
    return isSame ? [] : [`${name}: ${old.length} → ${now.length} filas, o con otros datos`]
  })
  const all = [...changed, ...lists]
  return all.length === 0 ? null : all.join('; ')
}

/** True if two rows have the same values, whatever the order of their fields. */
function sameRow(one: object, other: object | undefined): boolean {
  if (other === undefined) return false
  const entries = (row: object) =>
    JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return entries(one) === entries(other)
}
