import { type LoanState, statesOfStatus } from '@quincena/domain/loans/rules'
import type { Payment, paymentQuery } from '@quincena/domain/payments/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { isOneOf } from '../../../db/one-of.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { countCapped, countRows, inOrderOf, type ListCount, orderOf } from '../../../http/pagination.ts'
import { type CountedDays, countListed } from '../../../platform/list-counts/queries/counts.ts'
import { type Direction, readPart, takePart } from '../../../platform/list-counts/queries/pages.ts'
import { loansMatching } from '../../loans/queries/loan-filters.ts'
import { presentPayment } from '../../loans/queries/payment-rows.ts'

export type PaymentsQuery = z.output<typeof paymentQuery>

/** Reads one payment, amounts in centavos. Throws `payment.not_found` (404). */
export async function getPayment(db: Db | Trx, id: number): Promise<Payment> {
  const row = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('payment.not_found', 404)
  return presentPayment(row)
}

/** Filters, search and order of a payment list, without the page. */
export type PaymentFilters = Omit<PaymentsQuery, 'page' | 'page_size'>

/**
 * The loans that ended although they took payments, because their payout came back and they were cancelled: few, with an
 * index. All other loans with payments are approved ones. An array, because PostgreSQL expects many loans.
 */
const endedLoans = (states: readonly LoanState[]) =>
  sql<number[]>`array(select id from loan
    where sent_at is not null and loan_status_order(state) <> 2 and ${isOneOf('state', states)})`

const notApproved = endedLoans([...statesOfStatus('INA'), ...statesOfStatus('REJ')])

/** Filters by the status of the loan. No loan has payments that STP never sent. */
function ofStatus(query: Matching, status: 'INA' | 'APP' | 'REJ'): Matching {
  if (status === 'APP') return query.where(sql<boolean>`loan_id <> all(${notApproved})`)
  return query.where(sql<boolean>`loan_id = any(${endedLoans(statesOfStatus(status))})`)
}

type Matching = SelectQueryBuilder<Database, 'payment', object>

/** Query of the payments that match. A worker sees only their own, also if the query names another user. */
function matching(db: Db, user: Actor, input: PaymentFilters): Matching {
  let query: Matching = db.selectFrom('payment')
  if (!isStaff(user)) query = query.where('user_id', '=', user.id)
  if (input.user__id !== undefined) query = query.where('user_id', '=', input.user__id)
  if (input.loan_request__id !== undefined) query = query.where('loan_id', '=', input.loan_request__id)
  if (input.search) query = query.where('loan_id', 'in', loansMatching(input.search))
  return input.status === undefined ? query : ofStatus(query, input.status)
}

/** The few payments of loans that are not approved. */
const ofNotApproved = (db: Db) => db.selectFrom('payment').where(sql<boolean>`loan_id = any(${notApproved})`)

/** Query of the ids of all matching payments, in the requested order; newest first by default. */
export function paymentIds(db: Db, user: Actor, input: PaymentFilters) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  return newest(matching(db, user, input).select('id'), direction)
}

const newest = <Row>(query: SelectQueryBuilder<Database, 'payment', Row>, direction: Direction) =>
  query.orderBy('payment.created_at', direction).orderBy('payment.id', direction)

/** True if the kept number of all payments tells how many match, or all but a few. */
const isWhole = (user: Actor, { user__id, loan_request__id, search }: PaymentFilters) =>
  isStaff(user) && user__id === undefined && loan_request__id === undefined && !search

async function countPayments(db: Db, user: Actor, input: PaymentFilters): Promise<ListCount> {
  if (input.search) return countCapped(db, matching(db, user, input))
  const { status } = input
  if (!isWhole(user, input) || status === 'INA' || status === 'REJ')
    return { count: await countRows(matching(db, user, input)) }
  const all = await countListed(db, { list: 'payment' })
  if (status === undefined) return { count: all }
  return { count: Math.max(0, all - (await countRows(ofNotApproved(db)))) }
}

/** The kept days of all payments, without the few that the status leaves out. */
function paymentDays(db: Db, user: Actor, input: PaymentFilters): CountedDays | undefined {
  if (!isWhole(user, input) || input.status === 'INA' || input.status === 'REJ') return undefined
  const all = { list: 'payment', at: 'payment.created_at' } as const
  if (input.status === undefined) return all
  const except = ofNotApproved(db).select([
    sql<string>`day_in_mexico(created_at)`.as('day'),
    sql<number>`-1`.as('n'),
  ])
  return { ...all, except }
}

/** One page of payments and the total count, newest first by default. */
export async function listPayments(db: Db, user: Actor, input: PaymentsQuery) {
  const counts = await countPayments(db, user, input)
  const { direction } = orderOf(input.ordering, ['created_at'])
  const days = paymentDays(db, user, input)
  const rows = await readPart(db, { ...input, ...counts, direction, days }, (part) =>
    newest(takePart(matching(db, user, input).selectAll('payment'), part), part.direction).execute(),
  )
  return { ...counts, rows: rows.map(presentPayment) }
}

/** A payment with its loan's folio and worker. */
export type ExportedPayment = Payment & { folio: string; borrower: string }

/** The given payments for an export, in the order of `ids`. */
export async function exportedPayments(db: Db | Trx, ids: readonly number[]): Promise<ExportedPayment[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('payment')
    .innerJoin('loan', 'loan.id', 'payment.loan_id')
    .innerJoin('app_user', 'app_user.id', 'payment.user_id')
    .selectAll('payment')
    .select(['loan.folio', 'app_user.first_name', 'app_user.last_name'])
    .where('payment.id', 'in', ids)
    .execute()
  return inOrderOf(ids, rows).map(({ folio, first_name, last_name, ...row }) => ({
    ...presentPayment(row),
    ...{ folio, borrower: `${first_name} ${last_name}` },
  }))
}
