import { isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import type {
  IncomingPayment,
  incomingPaymentQuery,
  PaidLoan,
} from '@quincena/domain/incoming-payments/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { likePattern, orderOf, readPage } from '../../../http/pagination.ts'

export type IncomingPaymentsQuery = z.output<typeof incomingPaymentQuery>

type Matching = SelectQueryBuilder<Database & { i: Database['incoming_payment'] }, 'i', object>

/** Searches by the folio of a loan if the text looks like one, else by the payment's own fields. */
function matchingText(query: Matching, search: string): Matching {
  const isFolio = /^[ac]-[0-9]*$/i.test(search)
  if (!isFolio) return query.where(sql<boolean>`i.search like searchable(${likePattern(search)})`)
  const folios = sql<number>`select id from loan where lower(folio) like ${likePattern(search.toLowerCase())}`
  return query.where(
    sql<boolean>`i.id in (
      select id from incoming_payment where matched_loan_id in (${folios})
      union
      select incoming_payment_id from payment
      where loan_id in (${folios}) and incoming_payment_id is not null and reversed_at is null)`,
  )
}

function matching(db: Db, input: IncomingPaymentsQuery): Matching {
  const { status, stp_confirmed, found, operation_date, loan, search } = input
  let query: Matching = db.selectFrom('incoming_payment as i')
  if (status !== undefined) query = query.where('i.status', '=', status)
  if (stp_confirmed !== undefined)
    query = query.where('i.stp_confirmed_at', stp_confirmed ? 'is not' : 'is', null)
  if (found !== undefined) query = query.where('i.found_in_list', '=', found)
  if (operation_date !== undefined) query = query.where('i.operation_date', '=', operation_date)
  if (loan !== undefined) query = query.where('i.matched_loan_id', '=', loan)
  return search ? matchingText(query, search) : query
}

function incomingRows(db: Db | Trx) {
  return db
    .selectFrom('incoming_payment as i')
    .leftJoin('app_user as d', 'd.id', 'i.dismissed_by')
    .selectAll('i')
    .select(sql<string>`d.first_name || ' ' || d.last_name`.as('dismisser'))
}

type IncomingRow = Awaited<ReturnType<ReturnType<typeof incomingRows>['execute']>>[number]

/** The payments in force that were registered from these incoming payments, oldest first. */
function paymentsFrom(db: Db | Trx, ids: readonly number[]) {
  return db
    .selectFrom('payment as p')
    .innerJoin('app_user as r', 'r.id', 'p.registered_by')
    .select(['p.id', 'p.incoming_payment_id', 'p.loan_id', 'p.created_at'])
    .select(['p.amount_paid_cents as amount_paid', 'p.discount_cents as discount'])
    .select(sql<string>`r.first_name || ' ' || r.last_name`.as('registered_by'))
    .where('p.incoming_payment_id', 'in', ids)
    .where('p.reversed_at', 'is', null)
    .orderBy('p.id')
    .execute()
}

type PaymentRow = Awaited<ReturnType<typeof paymentsFrom>>[number]
type Loans = ReadonlyMap<number, PaidLoan>

async function loansOf(
  db: Db | Trx,
  rows: readonly IncomingRow[],
  payments: readonly PaymentRow[],
): Promise<Loans> {
  const matched = rows.map(({ matched_loan_id }) => matched_loan_id).filter((id) => id !== null)
  const known = [...matched, ...payments.map(({ loan_id }) => loan_id)]
  if (known.length === 0) return new Map()
  const loans = await db
    .selectFrom('loan')
    .innerJoin('app_user as u', 'u.id', 'loan.user_id')
    .select(['loan.id', 'loan.folio', 'loan.type', 'loan.state', 'loan.amount_due_cents as amount_due'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('borrower'))
    .where('loan.id', 'in', known)
    .execute()
  return new Map(loans.map((loan) => [loan.id, loan]))
}

function presentMatch({ match_rule: rule, matched_loan_id }: IncomingRow, loans: Loans) {
  const loan = loans.get(matched_loan_id ?? 0)
  return rule === null || loan === undefined ? null : { rule, loan }
}

function presentIncoming(row: IncomingRow, payments: readonly PaymentRow[], loans: Loans): IncomingPayment {
  const { amount_cents: amount, dismissal_reason: reason, dismissed_at: at, dismisser: by } = row
  return {
    ...row,
    amount,
    is_returned_money: isReturnedMoney(row.payment_type),
    match: presentMatch(row, loans),
    payments: payments.flatMap(({ incoming_payment_id, loan_id, ...payment }) => {
      const loan = loans.get(loan_id)
      return incoming_payment_id === row.id && loan !== undefined ? [{ ...payment, loan }] : []
    }),
    unapplied: row.unapplied_cents,
    dismissal: reason === null || at === null ? null : { reason, by, at },
  }
}

async function presentAll(db: Db | Trx, rows: readonly IncomingRow[]): Promise<IncomingPayment[]> {
  if (rows.length === 0) return []
  const payments = await paymentsFrom(
    db,
    rows.map(({ id }) => id),
  )
  const loans = await loansOf(db, rows, payments)
  return rows.map((row) => presentIncoming(row, payments, loans))
}

/** Lists incoming payments by page, newest first by default, with at most five queries for any page size. */
export async function listIncomingPayments(db: Db, input: IncomingPaymentsQuery) {
  const { direction } = orderOf(input.ordering, ['received_at'])
  const ordered = matching(db, input)
    .select('i.id')
    .orderBy('i.received_at', direction)
    .orderBy('i.id', direction)
  const { count, rows: page } = await readPage(ordered, input)
  const ids = page.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await incomingRows(db).where('i.id', 'in', ids).execute()
  rows.sort((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
  return { count, rows: await presentAll(db, rows) }
}

/** Returns one incoming payment. Throws 404 `incoming_payment.not_found`. */
export async function getIncomingPayment(db: Db, id: number): Promise<IncomingPayment> {
  const [found] = await presentAll(db, await incomingRows(db).where('i.id', '=', id).execute())
  if (found === undefined) throw new AppError('incoming_payment.not_found', 404)
  return found
}
