import { statesOfStatus } from '@quincena/domain/loans/rules'
import type { Payment, paymentQuery } from '@quincena/domain/payments/schema'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { inOrderOf, orderOf, readPage } from '../../../http/pagination.ts'
import { loansMatching } from '../../loans/queries/loans.ts'
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

/** Query of the payments that match. A worker sees only their own, also if the query names another user. */
function matching(db: Db, user: Actor, input: PaymentFilters) {
  let query = db.selectFrom('payment')
  if (!isStaff(user)) query = query.where('user_id', '=', user.id)
  if (input.user__id !== undefined) query = query.where('user_id', '=', input.user__id)
  if (input.loan_request__id !== undefined) query = query.where('loan_id', '=', input.loan_request__id)
  if (input.search) query = query.where('loan_id', 'in', loansMatching(input.search))
  const { status } = input
  if (status === undefined) return query
  return query.where('loan_id', 'in', (eb) =>
    eb.selectFrom('loan').select('loan.id').where('loan.state', 'in', statesOfStatus(status)),
  )
}

/** Query of the ids of all matching payments, in the requested order; newest first by default. */
export function paymentIds(db: Db, user: Actor, input: PaymentFilters) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  return matching(db, user, input).select('id').orderBy('created_at', direction).orderBy('id', direction)
}

/** One page of payments and the total count, newest first by default. */
export async function listPayments(db: Db, user: Actor, input: PaymentsQuery) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  const all = matching(db, user, input).selectAll('payment')
  const page = all.orderBy('created_at', direction).orderBy('id', direction)
  const { count, rows } = await readPage(page, input)
  return { count, rows: rows.map(presentPayment) }
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
