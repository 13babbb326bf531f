import type { ScheduleRow } from '@quincena/domain/loans/amortization'
import type { LoanTax } from '@quincena/domain/loans/books'
import { type LoanPosition, openLoan } from '@quincena/domain/loans/position'
import { recalculate } from '@quincena/domain/loans/recalculate'
import { type Division, type RecordedPayment, replayPayments } from '@quincena/domain/loans/replay'
import { isPaidOut } from '@quincena/domain/loans/rules'
import type { Db, Trx } from '../../../db/types.ts'
import type { LoanRow } from '../commands/move-loan.ts'

/** A loan in force: its position after all payments, and where each of them went. Amounts in centavos. */
export interface LoadedLoan {
  /** The position before the first payment. */
  opened: LoanPosition
  position: LoanPosition
  /** The payments that count, `amount` without what is the worker's. */
  payments: (RecordedPayment & { remainder: number; waived: number })[]
  divisions: ReadonlyMap<number, Division>
  tax: LoanTax
}

/** Groups values by the loan's id, in their order. */
function grouped<Value>(pairs: readonly (readonly [number, Value])[]): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const [id, value] of pairs) {
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [value])
    else group.push(value)
  }
  return groups
}

/** The installments of contracts, by loan. */
export async function readContractRows(
  db: Db | Trx,
  loan_ids: readonly number[],
): Promise<Map<number, ScheduleRow[]>> {
  const rows = await db
    .selectFrom('installment')
    .select(['loan_id', 'number', 'due_date', 'payment_cents as payment', 'principal_cents as principal'])
    .select(['interest_cents as interest', 'tax_cents as tax', 'balance_cents as balance'])
    .where('loan_id', 'in', loan_ids)
    .orderBy('loan_id')
    .orderBy('number')
    .execute()
  return grouped(rows.map(({ loan_id, ...row }) => [loan_id, row]))
}

/** The payments that count: those in force, and those whose reversal the worker owes outside of the loan. */
async function readPayments(db: Db | Trx, loan_ids: readonly number[]) {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'loan_id', 'value_date', 'excess', 'amount_paid_cents', 'remainder_cents', 'waived_cents'])
    .where('loan_id', 'in', loan_ids)
    .where((eb) => eb.or([eb('reversed_at', 'is', null), eb('owed_by_worker', '=', true)]))
    .execute()
  return grouped(
    rows.map(({ loan_id, amount_paid_cents, remainder_cents: remainder, waived_cents: waived, ...row }) => [
      loan_id,
      { ...row, amount: amount_paid_cents - remainder, remainder, waived },
    ]),
  )
}

/** Applies the payments of one loan; those of a loan that this model never booked by the rules of its first day. */
function replayLoan(
  loan: LoanRow,
  rows: readonly ScheduleRow[],
  payments: LoadedLoan['payments'],
): LoadedLoan {
  const { type, frequency, tax_rate, tax_added, interest_rate: annual_rate, start_day } = loan
  const tax = { tax_rate, tax_added }
  const start = start_day ?? loan.requested_day
  const opened = openLoan({ type, annual_rate, frequency, ...tax, start, rows })
  if (loan.booked_day === null) {
    const completed = loan.state === 'completed'
    return { opened, tax, ...recalculate(opened, { payments, completed, tax }) }
  }
  const replay = replayPayments(opened, payments, tax)
  if ('error' in replay)
    throw new Error(`Payment ${replay.id} of loan ${loan.id} exceeds the payoff of its value date`)
  return { opened, payments, tax, ...replay }
}

/** Loads the loans that were paid out, by id, with two queries; others have no position. */
export async function loadLoans(
  db: Db | Trx,
  loans: readonly LoanRow[],
): Promise<ReadonlyMap<number, LoadedLoan>> {
  const paidOut = loans.filter(({ state }) => isPaidOut(state))
  if (paidOut.length === 0) return new Map()
  const ids = paidOut.map(({ id }) => id)
  const rows = await readContractRows(db, ids)
  const payments = await readPayments(db, ids)
  return new Map(
    paidOut.map((loan) => [loan.id, replayLoan(loan, rows.get(loan.id) ?? [], payments.get(loan.id) ?? [])]),
  )
}

/** Loads one loan that was paid out. Throws for any other. */
export async function loadLoan(db: Db | Trx, loan: LoanRow): Promise<LoadedLoan> {
  const loaded = (await loadLoans(db, [loan])).get(loan.id)
  if (loaded === undefined) throw new Error(`Loan ${loan.id} was not paid out`)
  return loaded
}
