import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { Row } from '../recompute/account.ts'
import type { Books } from '../recompute/books.ts'
import { type PaymentResult, recomputeLoan } from '../recompute/loan.ts'
import type { LedgerCheck } from './check.ts'
import { readLoans, type StoredLoan, type StoredPayment } from './loan-facts.ts'
import { createTallies, type Tallies } from './tallies.ts'

const loansPerPage = 2500
const NO_BOOKS: Books = { receivable: 0, unearned: 0, income: 0, tax_pending: 0, tax_payable: 0 }

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { payment }) => sum + payment, 0)

function compareBooks(tallies: Tallies['books'], { id, balances, payments }: StoredLoan, books: Books) {
  let owed_by_worker = 0
  let balance_of_worker = 0
  for (const payment of payments) {
    if (payment.owed_by_worker) owed_by_worker += payment.amount
    else balance_of_worker += payment.remainder
  }
  tallies.receivable.compare(id, books.receivable, balances.receivable)
  tallies.unearned.compare(id, books.unearned, balances.unearned)
  tallies.income.compare(id, books.income, balances.income)
  tallies.tax_pending.compare(id, books.tax_pending, balances.tax_pending)
  tallies.tax_payable.compare(id, books.tax_payable, balances.tax_payable)
  tallies.worker_receivable.compare(id, owed_by_worker, balances.worker_receivable)
  tallies.worker_balance.compare(id, balance_of_worker, balances.worker_balance)
}

function comparePayment(tallies: Tallies['payment'], stored: StoredPayment, result: PaymentResult | null) {
  const { id, amount } = stored
  tallies.fits.compare(id, result === null ? null : amount, amount)
  if (result === null) return
  tallies.due.compare(id, result.due, stored.due)
  tallies.on_account.compare(id, result.on_account, stored.on_account)
  tallies.prepaid.compare(id, result.prepaid, stored.prepaid)
  tallies.discount.compare(id, result.discount, stored.discount)
  tallies.principal.compare(id, result.principal, stored.principal)
  tallies.interest.compare(id, result.interest, stored.interest)
  tallies.tax.compare(id, result.tax, stored.tax)
  tallies.owed_before.compare(id, result.owed_before, stored.owed_before)
  tallies.owed_after.compare(id, result.owed_after, stored.owed_after)
}

/** Compares a loan that was paid out with what its contract and its payments make of it. */
function comparePaidOut({ loan: tallies, books, payment }: Tallies, loan: StoredLoan, booked_day: number) {
  const { id, payments } = loan
  const computed = recomputeLoan({ ...loan, booked_day })
  tallies.amount_due.compare(id, computed.amount_due, loan.amount_due)
  tallies.next_payment.compare(id, computed.next_due, loan.next_due)
  tallies.settled.compare(id, computed.is_settled ? 1 : 0, loan.life === 'completed' ? 1 : 0)
  compareBooks(books, loan, computed.books)
  for (const [index, stored] of payments.entries())
    comparePayment(payment, stored, computed.payments[index] ?? null)
}

function compareLoan(tallies: Tallies, loan: StoredLoan): void {
  const { id, life, booked_day, rows, total_debt } = loan
  if (loan.has_schedule) tallies.loan.schedule.compare(id, total_debt, sumOf(rows))
  if (life === 'not_paid_out') {
    tallies.loan.amount_due.compare(id, 0, loan.amount_due)
    compareBooks(tallies.books, { ...loan, payments: [] }, NO_BOOKS)
    return
  }
  tallies.loan.recalculated.compare(id, 1, booked_day === null ? 0 : 1)
  if (booked_day !== null) comparePaidOut(tallies, loan, booked_day)
}

async function lastLoanId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from loan`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Computes every loan that was paid out anew from its contract and its payments, in code of its own, and compares the
 * ledger's balances, the loan and each payment with the result. Loans that the model has not calculated yet are counted
 * by one check alone. Memory holds two pages of loans: PostgreSQL reads the next one while this one is compared.
 */
export async function checkLoans(db: Db): Promise<LedgerCheck[]> {
  const tallies = createTallies()
  const last = await lastLoanId(db)
  const read = (after: number) => readLoans(db, { after, to: after + loansPerPage })
  let reading = read(0)
  for (let after = loansPerPage; after < last + loansPerPage; after += loansPerPage) {
    const loans = await reading
    if (after < last) reading = read(after)
    for (const loan of loans) compareLoan(tallies, loan)
  }
  return Object.values(tallies).flatMap((group) => Object.values(group).map((tally) => tally.result()))
}
