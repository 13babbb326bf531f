import { statesOfStatus } from '@quincena/domain/loans/rules'
import type { Payment, paymentQuery } from '@quincena/domain/payments/schema'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'
import { loansMatching } from '../../loans/queries/loans.ts'
import { presentPayment } from '../../loans/queries/payment-rows.ts'

export type PaymentsQuery = z.output<typeof paymentQuery>

/** Reads one payment, amounts in centavos. Throws `payment.not_found` (404). */
export async function getPayment(db: Db | Trx, id: number): Promise<Payment> {
  const row = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('payment.not_found', 404)
  return presentPayment(row)
}

/**
 * One page of payments and the total count, newest first by default. A worker sees only their own, also if the query
 * names another user.
 */
export async function listPayments(db: Db, user: Actor, input: PaymentsQuery) {
  let query = db.selectFrom('payment')
  if (!isStaff(user)) query = query.where('user_id', '=', user.id)
  if (input.user__id !== undefined) query = query.where('user_id', '=', input.user__id)
  if (input.loan_request__id !== undefined) query = query.where('loan_id', '=', input.loan_request__id)
  if (input.search) query = query.where('loan_id', 'in', loansMatching(input.search))
  const { status } = input
  if (status !== undefined)
    query = query.where('loan_id', 'in', (eb) =>
      eb.selectFrom('loan').select('loan.id').where('loan.state', 'in', statesOfStatus(status)),
    )
  const { direction } = orderOf(input.ordering, ['created_at'])
  const page = query.selectAll('payment').orderBy('created_at', direction).orderBy('id', direction)
  const { count, rows } = await readPage(page, input)
  return { count, rows: rows.map(presentPayment) }
}
