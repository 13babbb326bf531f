import { z } from 'zod'
import { id, idText, instant, required } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'

export const payment = z.object({
  id,
  loan_request: id,
  user: id,
  amount_paid: money,
  previous_amount_due: money,
  new_amount_due: money,
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

export const reversalBody = z.object({ reason: required('Escribe el motivo', 500) })

export const paymentQuery = listQuery(['created_at']).extend({
  loan_request__id: idText.optional(),
  user__id: idText.optional(),
  status: z.string().optional(),
})
