import { z } from 'zod'
import { day, flag, id, idText, instant, required } from '../fields.ts'
import { LOAN_STATES, LOAN_TYPES } from '../loans/rules.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'
import { paymentBody } from '../payments/schema.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { owner } from '../treasury/owner.ts'
import { MATCH_RULES } from './rules.ts'
import { INCOMING_STATUSES, RETURN_STATES } from './status.ts'
import { STP_CHECKS } from './stp-check.ts'
import { SUGGESTION_REASONS } from './suggestions.ts'

const incomingPaymentStatus = z.enum(INCOMING_STATUSES)

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

/** A worker to whom received money was given. */
const creditedWorker = z.object({ id, name: z.string(), company_name: z.string().nullable() })

/** A part of received money that was given to a worker's balance. */
const credit = z.object({
  ...{ id, amount: money, worker: creditedWorker, created_at: instant, credited_by: z.string() },
})

/** A part of money that STP took back which its worker owes instead. */
const charge = z.object({
  ...{ id, amount: money, worker: z.object({ id, name: z.string() }), reason: z.string() },
  ...{ created_at: instant, requested_by: z.string(), charged_by: z.string() },
})

/** Our claim: what STP took back although it is used, and nobody has given back or answered for. */
const claim = z.object({
  amount: money,
  /** The workers who may be charged, each with the most that they may be charged. */
  workers: z.array(z.object({ id, name: z.string(), chargeable: money })),
  charges: z.array(charge),
  /** The request to charge a worker that waits for a second person. */
  approval: id.nullable(),
})

/** The return of received money to its sender. */
const paymentReturn = z.object({
  state: z.enum(RETURN_STATES),
  /** The order; null while the request waits for a second person. */
  transfer: id.nullable(),
  /** The request that waits; null once it is decided. */
  approval: id.nullable(),
  /** When it was requested, ordered or settled. */
  at: instant,
})

/** Received money that was the lender's own deposit: its movement, or the request that waits for a second person. */
const ownDeposit = z.object({ movement: id.nullable(), approval: id.nullable(), at: instant })

/** A loan, or a worker without one that takes payments, to whom received money may belong, and why. */
const suggestion = z.object({
  reasons: z.array(z.enum(SUGGESTION_REASONS)),
  worker: creditedWorker,
  loan: paidLoan.nullable(),
})
export type Suggestion = z.infer<typeof suggestion>
/** Answer of `GET /stp/incoming-payments/{id}/suggestions`, the likeliest first. */
export const suggestions = z.object({ results: z.array(suggestion) })

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
  /** What was given to workers' balances, oldest first; undone credits are left out. */
  credits: z.array(credit),
  /** Its return to the sender, unless it failed. */
  return: paymentReturn.nullable(),
  own_deposit: ownDeposit.nullable(),
  /** When we learned that STP took it back: without an order of ours, or by one that it had refused. */
  stp_returned_at: instant.nullable(),
  /** Null for money that STP did not take back. */
  claim: claim.nullable(),
  /** What is left of the money. 0 until STP confirms it. */
  unapplied: money,
  owner: owner.nullable(),
  dismissal: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
})
export type IncomingPayment = z.infer<typeof incomingPayment>

export const incomingPaymentQuery = listQuery(['received_at', 'unapplied'], 10).extend({
  status: incomingPaymentStatus.optional(),
  /** False: those that STP has not confirmed. */
  stp_confirmed: flag.optional(),
  /** True: those of which no callback arrived; the reconciliation found them in STP's list. */
  found: flag.optional(),
  operation_date: day.optional(),
  /** The loan that was found for it. */
  loan: idText.optional(),
  /** True: money that is left and of which no loan is known. */
  unidentified: flag.optional(),
  /** True: only money that STP took back although it is used, instead of unidentified money. */
  claimed: flag.optional(),
  /** Those of the caller, or without an owner. */
  owner: z.enum(['me', 'none']).optional(),
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

/** Gives received money, or a part of what is left of it, to a worker's balance. */
export const creditBody = z.object({
  user: id,
  amount: positiveMoney('La cantidad debe ser mayor a cero.'),
})
export type CreditBody = z.infer<typeof creditBody>

/** Asks to charge a worker with what they used of money that STP took back; a second person decides. */
export const chargeBody = z.object({
  user: id,
  amount: positiveMoney('La cantidad debe ser mayor a cero.'),
  reason: required('Escribe el motivo', TEXT_LIMITS.reason),
})
export type ChargeBody = z.infer<typeof chargeBody>

/** Asks to return received money to its sender; a second person decides. */
export const returnBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })

export const undoCreditBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })

export const dismissBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })
