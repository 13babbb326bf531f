import type { Day } from '@quincena/domain/dates'
import type { ScheduleRow } from '@quincena/domain/loans/amortization'
import type { LoanTax } from '@quincena/domain/loans/books'
import { type LoanPosition, openLoan } from '@quincena/domain/loans/position'
import { recalculate } from '@quincena/domain/loans/recalculate'
import { type Division, type RecordedPayment, replayPayments } from '@quincena/domain/loans/replay'
import { isPaidOut } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { type RawBuilder, sql } from 'kysely'
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

/** The contract's installments of a loan, in order, and the payments that count. Amounts in centavos. */
interface LoanHistory {
  rows: ScheduleRow[]
  payments: LoadedLoan['payments']
}

type Payment = LoadedLoan['payments'][number]

/** A history as PostgreSQL sends it: lists of values, because their names would be most of the text. */
export interface StoredHistory {
  rows: [
    ...[number: number, due_date: Day, payment: Cents, principal: Cents],
    ...[interest: Cents, tax: Cents, balance: Cents],
  ][]
  payments: [
    id: number,
    value_date: Day,
    excess: Payment['excess'],
    amount: Cents,
    remainder: Cents,
    waived: Cents,
  ][]
}

/**
 * SQL of the history of a loan. The payments that count are those in force, and those whose reversal the worker owes
 * outside of the loan.
 */
export const historyOf = (loan_id: 'l.id' | 'loans.loan_id'): RawBuilder<StoredHistory> => {
  const id = sql.ref(loan_id)
  return sql`json_build_object(
    'rows', (
      select coalesce(json_agg(json_build_array(
          number, due_date, payment_cents, principal_cents, interest_cents, tax_cents, balance_cents) order by number), '[]')
        from installment where installment.loan_id = ${id}),
    'payments', (
      select coalesce(json_agg(json_build_array(
          id, value_date, excess, amount_paid_cents - remainder_cents, remainder_cents, waived_cents)), '[]')
        from payment where payment.loan_id = ${id} and (reversed_at is null or owed_by_worker)))`
}

const readHistory = ({ rows, payments }: StoredHistory): LoanHistory => ({
  rows: rows.map(([number, due_date, payment, principal, interest, tax, balance]) => ({
    ...{ number, due_date, payment, principal, interest, tax, balance },
  })),
  payments: payments.map(([id, value_date, excess, amount, remainder, waived]) => ({
    ...{ id, value_date, excess, amount, remainder, waived },
  })),
})

/** Ids as a table. Of an array PostgreSQL expects ten rows, so for a single loan it would plan anew at each call. */
function tableOf(ids: readonly number[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`(values (${ids[0]}::bigint))` : sql`unnest(${ids}::bigint[])`
}

const selectHistories = (loan_ids: readonly number[]) => sql<{ loan_id: number; history: StoredHistory }>`
  select loan_id, ${historyOf('loans.loan_id')} as history from ${tableOf(loan_ids)} as loans (loan_id)`

/** SQL of the history of one loan. */
export const selectHistory = (loan_id: number) => selectHistories([loan_id])

/** Reads the contracts and the payments of loans with one query. */
async function readHistories(
  db: Db | Trx,
  loan_ids: readonly number[],
): Promise<ReadonlyMap<number, LoanHistory>> {
  const { rows } = await selectHistories(loan_ids).execute(db)
  return new Map(rows.map(({ loan_id, history }) => [loan_id, readHistory(history)]))
}

/** The contract's installments of a loan, in order; none before it is accepted. */
export async function readContract(db: Db | Trx, loan_id: number): Promise<ScheduleRow[]> {
  return (await readHistories(db, [loan_id])).get(loan_id)?.rows ?? []
}

/** Applies the payments of one loan; those of a loan that this model never booked by the rules of its first day. */
function replayLoan(loan: LoanRow, { rows, payments }: LoanHistory): LoadedLoan {
  const { type, frequency, tax_rate, tax_added, interest_rate: annual_rate, start_day } = loan
  const irregular = loan.first_period_days === null ? {} : { first_period_days: loan.first_period_days }
  const tax = { tax_rate, tax_added }
  const start = start_day ?? loan.requested_day
  const opened = openLoan({ type, annual_rate, frequency, ...tax, start, rows, ...irregular })
  if (loan.booked_day === null) {
    const completed = loan.state === 'completed'
    return { opened, tax, ...recalculate(opened, { payments, completed, tax }) }
  }
  const replay = replayPayments(opened, payments, tax)
  if ('error' in replay)
    throw new Error(`Payment ${replay.id} of loan ${loan.id} exceeds the payoff of its value date`)
  return { opened, payments, tax, ...replay }
}

const noHistory: StoredHistory = { rows: [], payments: [] }

/** A loan that was paid out, with the history that was read with it. */
export const loadedFrom = (loan: LoanRow, history: StoredHistory = noHistory): LoadedLoan =>
  replayLoan(loan, readHistory(history))

/** The position of a loan whose history was read with it. */
export const positionOf = (loan: LoanRow, history: StoredHistory): LoanPosition =>
  loadedFrom(loan, history).position

/** Loads the loans that were paid out, by id, with one query; others have no position. */
export async function loadLoans(
  db: Db | Trx,
  loans: readonly LoanRow[],
): Promise<ReadonlyMap<number, LoadedLoan>> {
  const paidOut = loans.filter(({ state }) => isPaidOut(state))
  if (paidOut.length === 0) return new Map()
  const histories = await readHistories(
    db,
    paidOut.map(({ id }) => id),
  )
  return new Map(
    paidOut.map((loan) => [loan.id, replayLoan(loan, histories.get(loan.id) ?? readHistory(noHistory))]),
  )
}

/** Loads one loan that was paid out. Throws for any other. */
export async function loadLoan(db: Db | Trx, loan: LoanRow): Promise<LoadedLoan> {
  if (!isPaidOut(loan.state)) throw new Error(`Loan ${loan.id} was not paid out`)
  const { rows } = await selectHistory(loan.id).execute(db)
  return loadedFrom(loan, rows[0]?.history)
}
