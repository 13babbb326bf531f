import { z } from 'zod'
import { day, id, idText, instant, required, textUpTo } from '../fields.ts'
import { EXCESS_CHOICES } from '../loans/excess.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { PAYMENT_CHANNELS, RECEIVED_CHANNELS } from './channels.ts'

const receivedChannel = z.enum(RECEIVED_CHANNELS, 'Elige descuento de nómina, transferencia, depósito u otro')
const excess = z.enum(EXCESS_CHOICES, 'Elige pagos más bajos, menos pagos o pagos por adelantado')

/**
 * Where a payment went (lending.md §3): to amounts due, on account of the next installments, and as a prepayment; all
 * null if it settled the loan. `principal`, `interest` and `tax` are what it paid on its value date.
 */
const application = z.object({
  due: money.nullable(),
  on_account: money.nullable(),
  prepaid: money.nullable(),
  settles: z.boolean(),
  principal: money,
  interest: money,
  tax: money,
})
export type AppliedPayment = z.infer<typeof application>

/** A registered payment of a loan. */
export const payment = z.object({
  id,
  loan_request: id,
  user: id,
  amount_paid: money,
  previous_amount_due: money,
  new_amount_due: money,
  /** Interest that the worker saves by paying early: previous − paid − discount = new. */
  discount: money,
  /** The day on which the money was the lender's. */
  value_date: day,
  channel: z.enum(PAYMENT_CHANNELS),
  reference: z.string().nullable(),
  excess,
  applied: application,
  /** Part of the amount beyond what settled the loan: it belongs to the worker. */
  remainder: money,
  created_at: instant,
  /** When the correction of an earlier payment changed where this one went. */
  division_changed_at: instant.nullable(),
  /** When staff reversed the payment with a counter-posting; null if it is in force. */
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
  /** True if the reversal left the loan settled: the worker owes the amount outside of it. */
  owed_by_worker: z.boolean(),
})
export type Payment = z.infer<typeof payment>

const REFERENCE = /^[\p{Letter}\p{Number} .,#/_-]*$/u

/** The reference of a payment within its channel; an empty text is none. */
const reference = z.codec(
  textUpTo(40).regex(REFERENCE, 'Usa letras, números, espacios y . , # / _ -'),
  z.string().nullable(),
  { decode: (text) => text || null, encode: (text) => text ?? '' },
)

/**
 * What shows that money outside STP arrived. The lender's account defaults to the usual one. With `voucher`, also if it
 * is null, the file, the account, the day and the reference are required; other programs may leave all of it out.
 */
const proof = {
  bank_account: id.optional(),
  voucher: z.uuid('Sube el comprobante').nullable().optional(),
}

/**
 * Body of `POST /loan/payment`. `previous_amount_due` is the debt that the caller saw. The defaults are today, the
 * channel `other` and `lower_payment`. `reason` belongs to a payment with an earlier value date than staff may set: an
 * admin's correction.
 */
export const paymentBody = z.object({
  loan_request: id,
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
  user: id.optional(),
  value_date: day.optional(),
  channel: receivedChannel.optional(),
  reference: reference.nullish(),
  excess: excess.optional(),
  reason: textUpTo(TEXT_LIMITS.reason).optional(),
  /** What is above the payoff becomes the worker's balance; without it such an amount is refused. */
  remainder: z.literal('balance').optional(),
  ...proof,
})
export type PaymentBody = z.infer<typeof paymentBody>

/** Query of `GET /loan/{id}/payment-preview`: a payment that is not registered, on a business day (default: today). */
export const previewQuery = z.object({
  amount_paid: z.coerce
    .number('La cantidad pagada debe ser mayor a cero.')
    .pipe(positiveMoney('La cantidad pagada debe ser mayor a cero.')),
  value_date: day.optional(),
})

/** What a payment would do with one choice for the excess. */
const previewOutcome = z.object({
  excess,
  applied: application,
  /** The loan's saving and debt after all of its payments: amount due − amount paid − discount = new amount due. */
  discount: money,
  new_amount_due: money,
  /** Installments that are not covered afterwards, the usual payment of the later ones, and the last due date. */
  installments_left: z.int().nonnegative(),
  later_payment: money,
  last_due_date: day.nullable(),
  /** Amount and day of the next payment afterwards. */
  to_pay: z.object({ by: day, amount: money }).nullable(),
  /** The principal after each installment of the schedule that would be in force. */
  balances: z.array(z.object({ due_date: day, balance: money })),
})
export type PreviewOutcome = z.infer<typeof previewOutcome>

/** Answer of `GET /loan/{id}/payment-preview`: one outcome for each choice that changes something. */
export const paymentPreview = z.object({
  loan_request: id,
  day,
  amount_due: money,
  /** The payment that settles the loan on `day`. */
  payoff: money,
  /** The principal after each installment of the schedule in force. */
  balances: z.array(z.object({ due_date: day, balance: money })),
  outcomes: z.array(previewOutcome),
})
export type PaymentPreview = z.infer<typeof paymentPreview>

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
  channel: receivedChannel.optional(),
  reference: reference.nullish(),
  ...proof,
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
