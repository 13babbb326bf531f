import { z } from 'zod'
import { day, id, idText, instant, required } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'

export const payment = z.object({
  id,
  loan_request: id,
  user: id,
  amount_paid: money,
  previous_amount_due: money,
  new_amount_due: money,
  /** Interest of days to come, given back with an early settlement. */
  discount: money,
  created_at: instant,
  /** Set when a counter-posting took it back. */
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
})
export type Payment = z.infer<typeof payment>

export const paymentBody = z.object({
  loan_request: id,
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
  user: id.optional(),
})
export type PaymentBody = z.infer<typeof paymentBody>

/** `GET /loan/{id}/payoff`: what settles the loan on a business day. */
export const payoffQuote = z.object({
  loan_request: id,
  day,
  amount_due: money,
  amount: money,
  principal: money,
  charge: money,
  discount: money,
})
export type PayoffQuote = z.infer<typeof payoffQuote>

/** `POST /loan/{id}/payoff`: the figure that was shown, and the debt it was reckoned from. */
export const payoffBody = z.object({
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
})
export type PayoffBody = z.infer<typeof payoffBody>

export const reversalBody = z.object({ reason: required('Escribe el motivo', 500) })

export const paymentQuery = listQuery(['created_at']).extend({
  loan_request__id: idText.optional(),
  user__id: idText.optional(),
  /** The loan's; `search` is over its borrower's name and its folio, as the list of loans has them. */
  status: z.enum(['INA', 'APP', 'REJ']).optional(),
})
