import type { MessageCode } from '../messages.ts'
import type { StpOutcome } from '../mexico/stp-states.ts'

/** What an order is for. Each purpose has its own handlers on the server. */
export const ORDER_PURPOSES = ['payout', 'refund', 'verification', 'return'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]

/** Every outcome that STP reports of an order. Null: none yet. */
export const TRANSFER_OUTCOMES = ['LQ', 'CN', 'D'] as const satisfies readonly StpOutcome[]

type Outcomes = readonly (StpOutcome | null)[]
const anyOutcome: Outcomes = [null, ...TRANSFER_OUTCOMES]

/** The values of the column `status` of an order. */
export const TRANSFER_STATUSES = [
  'pending',
  'unknown',
  'sent',
  'failed',
  'review',
  'duplicate',
  'withdrawn',
] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** The state table of an order: each status with the outcomes (column `state`) that an order in it may have. */
export const TRANSFER_STATES: Readonly<Record<TransferStatus, Outcomes>> = {
  /** Not sent yet. */
  pending: [null],
  /** Claimed for sending: STP may have it, and no definite answer is recorded. */
  unknown: [null],
  /** STP received it. */
  sent: anyOutcome,
  /** STP refused it, or an admin stated that it was never sent. */
  failed: [null],
  /** An admin must state what happened to the money. */
  review: anyOutcome,
  /** STP paid it beside the order that pays the loan: its worker owes the amount apart from the loan. */
  duplicate: TRANSFER_OUTCOMES,
  /** Its loan was cancelled before any process claimed the order: nobody sends it. */
  withdrawn: [null],
}

/** A named set of states: the statuses in it, each with the outcomes for which it is in the set. */
export type TransferStates = Readonly<Partial<Record<TransferStatus, Outcomes>>>

/** The call to STP, or a definite answer to it, is still to come. */
export const UNSENT_TRANSFERS: TransferStates = { pending: [null], unknown: [null] }

/** The server or an admin still has to find out whether STP has the order. */
export const UNRESOLVED_TRANSFERS: TransferStates = { ...UNSENT_TRANSFERS, review: anyOutcome }

/** The money may still be on its way to the account. */
export const MOVING_TRANSFERS: TransferStates = { ...UNRESOLVED_TRANSFERS, sent: [null] }

/** The order pays its loan or still may. */
export const PAYING_TRANSFERS: TransferStates = { ...UNRESOLVED_TRANSFERS, sent: [null, 'LQ'] }

/**
 * The orders of which a subject has at most one; partial unique indexes enforce it. A loan is paid out and an incoming
 * payment returned once, so a settled order blocks a second one; a worker may get another refund after a settled one.
 */
export const EXCLUSIVE_TRANSFERS: Readonly<Record<OrderPurpose, TransferStates>> = {
  payout: PAYING_TRANSFERS,
  return: PAYING_TRANSFERS,
  refund: MOVING_TRANSFERS,
  verification: MOVING_TRANSFERS,
}

/**
 * True for an order that STP should not have: STP refused it, an admin stated that it was never sent, or it was withdrawn
 * before it was claimed. If STP reports it all the same, an admin decides.
 */
export function isNeverSent(status: string): boolean {
  return status === 'failed' || status === 'withdrawn'
}

/** True if STP cancelled the order or the bank returned its money. */
export function isReturned(state: StpOutcome | null): boolean {
  return state === 'CN' || state === 'D'
}

interface ReviewedOrder {
  state: StpOutcome | null
  /** When the server booked that STP received the order; null if it never did. */
  sent_at: string | null
  /** The loan has payments that are not reversed. */
  has_payments: boolean
  /** Another order of the same loan or incoming payment is open or settled: it moves the money once. */
  is_paid_by_another: boolean
  /** Such an order of the same loan is settled: the worker had the money before this one. */
  is_settled_by_another: boolean
}

/**
 * Returns the error code that blocks a resolution of a manual review, or null if it is possible. A resolution may not
 * contradict the ledger: an order booked as returned cannot be settled, and an order that STP received cannot be
 * "not sent". A loan is paid out by one order: beside a settled one, another that was settled too is a second payout,
 * and while the other has no outcome nobody knows which of the two pays the loan.
 */
export function resolutionBlocker(
  resolution: 'settled' | 'returned' | 'not_sent',
  { state, sent_at, has_payments, is_paid_by_another, is_settled_by_another }: ReviewedOrder,
): MessageCode | null {
  if (resolution === 'settled') {
    if (isReturned(state)) return 'transfer.already_returned'
    return is_paid_by_another && !is_settled_by_another ? 'transfer.paid_by_another' : null
  }
  if (resolution === 'not_sent') return sent_at === null ? null : 'transfer.already_sent'
  // The payments concern a booked payout only: an order that was never booked may be returned in spite of them.
  return has_payments && !isReturned(state) && sent_at !== null ? 'loan.has_payments' : null
}

/** After this time without STP's answer an order is in doubt; the first query follows 30 seconds after the call. */
export const DOUBT_AFTER = { minutes: 10 }
