import { z } from 'zod'
import { day, flag, id, idText, instant, required } from '../fields.ts'
import { LOAN_STATES, LOAN_TYPES } from '../loans/rules.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { paymentBody } from '../payments/schema.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { MATCH_RULES } from './rules.ts'
import { STP_CHECKS } from './stp-check.ts'

/** Open: offered to staff. Confirmed: all of its money is registered as payments. Dismissed: it is for no loan. */
const incomingPaymentStatus = z.enum(['open', 'confirmed', 'dismissed'])
export type IncomingPaymentStatus = z.infer<typeof incomingPaymentStatus>

/** A loan as much as an incoming payment's screen needs of it. */
const paidLoan = z.object({
  id,
  folio: z.string(),
  type: z.enum(LOAN_TYPES),
  state: z.enum(LOAN_STATES),
  borrower: z.string(),
  amount_due: money,
})
export type PaidLoan = z.infer<typeof paidLoan>

/** Money that arrived at the lender's account by a callback of STP («abono»), and what STP answers about it. */
export const incomingPayment = z.object({
  id,
  status: incomingPaymentStatus,
  amount: money,
  received_at: instant,
  operation_date: day.nullable(),
  settled_at: instant.nullable(),
  tracking_key: z.string().nullable(),
  payer_name: z.string().nullable(),
  paying_account: z.string().nullable(),
  paying_institution: z.int().nullable(),
  rfc_curp_payer: z.string().nullable(),
  beneficiary_account: z.string().nullable(),
  payment_concept: z.string().nullable(),
  numeric_reference: z.int().nullable(),
  /** What STP says of it; only `confirmed` may be registered. */
  stp_check: z.enum(STP_CHECKS),
  stp_confirmed_at: instant.nullable(),
  /** No callback arrived: the reconciliation found it in STP's list. */
  found_in_list: z.boolean(),
  /** Money of our own that came back: no payment of a worker. */
  is_returned_money: z.boolean(),
  /** The loan it was found to be for when it arrived, and why. */
  match: z.object({ rule: z.enum(MATCH_RULES), loan: paidLoan }).nullable(),
  /** What was registered from it, oldest first: a transfer of an employer may pay several loans. */
  payments: z.array(
    z.object({
      ...{ id, amount_paid: money, loan: paidLoan, created_at: instant, registered_by: z.string() },
      /** Given back, where it settled the loan early. */
      discount: money,
    }),
  ),
  /** What is left of the money. 0 until STP confirms it. */
  unapplied: money,
  dismissal: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
})
export type IncomingPayment = z.infer<typeof incomingPayment>

export const incomingPaymentQuery = listQuery(['received_at'], 10).extend({
  status: incomingPaymentStatus.optional(),
  /** False: those that STP has not confirmed. */
  stp_confirmed: flag.optional(),
  /** True: those of which no callback arrived; the reconciliation found them in STP's list. */
  found: flag.optional(),
  operation_date: day.optional(),
  /** The loan that was found for it. */
  loan: idText.optional(),
})

/**
 * Registers a payment from an incoming one, which has its day, channel and reference. As an early settlement,
 * `amount_paid` is the payoff of the day when it arrived.
 */
export const confirmBody = paymentBody
  .omit({ user: true, value_date: true, channel: true, reference: true, reason: true })
  .extend({ early_settlement: z.boolean().optional() })
export type ConfirmBody = z.infer<typeof confirmBody>

/** `GET /stp/incoming-payments/{id}/payoff`: what settled the loan on the day it arrived. */
export const arrivedPayoffQuery = z.object({ loan_request: idText })

export const dismissBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })
