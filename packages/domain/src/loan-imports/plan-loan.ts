import { type Day, daysBetween } from '../dates.ts'
import { formatDate, formatMoney } from '../format.ts'
import type { ScheduleRow } from '../loans/amortization.ts'
import { advanceCat } from '../loans/cat.ts'
import { amountDue, payoffOn } from '../loans/figures.ts'
import { type Frequency, PERIODS_PER_YEAR } from '../loans/frequency.ts'
import { type LoanPosition, openLoan, sumPayments } from '../loans/position.ts'
import { type Division, type RecordedPayment, replayPayments } from '../loans/replay.ts'
import { scheduleCat } from '../loans/schedule.ts'
import { type Cents, containedTax } from '../money.ts'
import { headerOf } from './columns.ts'
import { contractOf, LoanProblem, ownSchedule, refuse, required } from './contract.ts'
import type { ReadLoan } from './read-book.ts'
import type { BalanceKind, SheetProblem } from './schema.ts'

/** The terms of the company whose loans do not state their own. */
interface CompanyTax {
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
  if ((loan.facts.annual_rate ?? 0) > 0)
    refuse(loan, 'annual_rate', 'Un anticipo no lleva tasa, sino comisión: déjala vacía')
  if ((loan.facts.installments ?? 1) > 1)
    refuse(loan, 'installments', 'Un anticipo se paga una sola vez: déjalo vacío')
  if (loan.facts.tax_added === true)
    refuse(
      loan,
      'tax_added',
      'La comisión de un anticipo lleva su IVA dentro: súmalo a la comisión y escribe No',
    )
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
  const row = loan.payment_rows[index]
  if (row === undefined) return refuse(loan, 'former_id', message)
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
