import { z } from 'zod'
import { day, id, idText, instant, required } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'

/** A registered payment of a loan. */
export const payment = z.object({
  id,
  loan_request: id,
  user: id,
  amount_paid: money,
  previous_amount_due: money,
  new_amount_due: money,
  /** Interest of later days that an early payoff discounts. */
  discount: money,
  created_at: instant,
  /** When staff reversed the payment with a counter-posting; null if it is in force. */
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
})
export type Payment = z.infer<typeof payment>

/** Body of `POST /loan/payment`. `previous_amount_due` is the debt that the caller saw. */
export const paymentBody = z.object({
  loan_request: id,
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
  user: id.optional(),
})
export type PaymentBody = z.infer<typeof paymentBody>

/** Answer of `GET /loan/{id}/payoff`: the payoff of the loan on a business day. */
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

/** Body of `POST /loan/{id}/payoff`: the payoff that the caller saw and the amount due it was calculated from. */
export const payoffBody = z.object({
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
})
export type PayoffBody = z.infer<typeof payoffBody>

/** Body of a payment's reversal: the reason. */
export const reversalBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })

/** Query of the list of payments. */
export const paymentQuery = listQuery(['created_at']).extend({
  loan_request__id: idText.optional(),
  user__id: idText.optional(),
  /** The loan's status. `search` matches the worker's name and the loan's folio, as in the list of loans. */
  status: z.enum(['INA', 'APP', 'REJ']).optional(),
})
