import { addDays, businessDay, type Day } from '../dates.ts'
import { formatMoney } from '../format.ts'
import type { MessageCode } from '../messages.ts'
import type { Cents } from '../money.ts'
import type { IncomingPaymentStatus } from './status.ts'

/** What identified the loan of an incoming payment: its reference, a folio in its concept, or the sender's account. */
export const MATCH_RULES = ['reference', 'folio', 'account'] as const
export type MatchRule = (typeof MATCH_RULES)[number]

const FOLIO = /(?<![A-Z0-9])([AC])[- ]?([0-9]{6,15})(?![0-9])/g

/** Returns the folios in a concept: with a hyphen, a space or nothing in between, because banks change it. */
export function foliosIn(concept: string | null): string[] {
  const folios = [...(concept ?? '').toUpperCase().matchAll(FOLIO)]
  return [...new Set(folios.map(([, letter, digits]) => `${letter}-${digits}`))]
}

const RETURN_TYPES: readonly number[] = [0, 16, 17, 18, 23, 24]

/** True for STP's payment types that return money of our own orders: no worker paid anything. */
export function isReturnedMoney(payment_type: number | null): boolean {
  return payment_type !== null && RETURN_TYPES.includes(payment_type)
}

export type MatchClues = {
  /** Payable loans by the numeric reference and by the folios of the concept. */
  by_reference: readonly number[]
  by_folio: readonly number[]
  /** Payable loans of the worker whose CLABE sent the money. */
  by_account: readonly number[]
}

/**
 * Returns the matching loan of an incoming payment: the one in its reference or its concept, or else the only payable
 * loan of the worker whose account sent it. Returns null if none or several match.
 */
export function chooseMatch(clues: MatchClues): { loan_id: number; rule: MatchRule } | null {
  const { by_reference, by_folio, by_account } = clues
  const identified = new Set([...by_reference, ...by_folio])
  const [loan_id] = identified.size > 0 ? identified : by_account
  if (loan_id === undefined || identified.size > 1) return null
  if (identified.size === 0) return by_account.length === 1 ? { loan_id, rule: 'account' } : null
  return { loan_id, rule: by_reference.includes(loan_id) ? 'reference' : 'folio' }
}

/** Returns the amount of an incoming payment that can be registered: all of it, or the payoff if that is less. */
export function offeredAmount(arrived: Cents, payoff: Cents): Cents {
  return Math.min(arrived, payoff)
}

/**
 * Returns the business day on which money arrived: the day of STP's settlement, also if the callback came later. A
 * settlement after the callback cannot be right and is ignored.
 */
export function arrivalDay({
  settled_at,
  received_at,
}: {
  settled_at: string | null
  received_at: string
}): Day {
  const isEarlier = settled_at !== null && Date.parse(settled_at) <= Date.parse(received_at)
  return businessDay(isEarlier ? settled_at : received_at)
}

/**
 * Returns the value date of an incoming payment for a loan: the day when it arrived, but not before the day `start` on
 * which the loan's money was sent.
 */
export function arrivedValueDate(incoming: Parameters<typeof arrivalDay>[0], start: Day | null): Day {
  const day = arrivalDay(incoming)
  return start !== null && start > day ? start : day
}

/**
 * Days after its arrival in which a payment can be returned. STP publishes no limit; this one is ours, and STP's refusal
 * is the last word (decision 046).
 */
const RETURN_DAYS = 30

/** What decides whether received money may be used. */
interface Usable {
  status: IncomingPaymentStatus
  /** Money of our own that came back. */
  is_returned_money: boolean
  stp_confirmed_at: string | null
  /** When we learned that STP returned it. */
  stp_returned_at: string | null
}

/** Returns the error code that keeps received money from being used; null if it may be. */
export function usageBlocker({
  status,
  is_returned_money,
  stp_confirmed_at,
  stp_returned_at,
}: Usable): MessageCode | null {
  if (stp_returned_at !== null) return 'incoming_payment.returned_by_stp'
  if (status !== 'open') return 'incoming_payment.not_open'
  if (is_returned_money) return 'incoming_payment.returned_money'
  return stp_confirmed_at === null ? 'incoming_payment.unconfirmed' : null
}

/**
 * Returns the error code that keeps received money from going back to its sender; null if it may. STP returns the whole
 * payment or nothing. Amounts in centavos.
 */
export function returnBlocker(
  incoming: Usable & Parameters<typeof arrivalDay>[0] & { amount: Cents; unapplied: Cents },
  today: Day,
): MessageCode | null {
  const blocker = usageBlocker(incoming)
  if (blocker !== null) return blocker
  if (incoming.unapplied !== incoming.amount) return 'incoming_payment.partly_used'
  const isLate = addDays(arrivalDay(incoming), RETURN_DAYS) < today
  return isLate ? 'incoming_payment.return_too_late' : null
}

/** The error code that keeps an incoming payment from being dismissed; null if it may be. */
export function dismissalBlocker({
  status,
  unapplied,
}: {
  status: IncomingPaymentStatus
  unapplied: Cents
}): MessageCode | null {
  if (status !== 'open') return 'incoming_payment.not_open'
  return unapplied > 0 ? 'incoming_payment.has_money' : null
}

/**
 * Returns how much a worker may be charged of our claim, in centavos: what they used of the money and were not charged
 * yet, at most the whole claim.
 */
export function chargeableOf({ claim, used, charged }: { claim: Cents; used: Cents; charged: Cents }): Cents {
  return Math.max(0, Math.min(claim, used - charged))
}

type Problem = { code: MessageCode; message: string }

/** Returns the error of registering more than arrived; null if it is not more. */
export function arrivedProblem({
  arrived,
  amount_paid,
}: {
  arrived: Cents
  amount_paid: Cents
}): Problem | null {
  if (amount_paid <= arrived) return null
  return {
    code: 'incoming_payment.exceeds_arrived',
    message: `El monto a pagar excede lo que llegó (${formatMoney(arrived)}).`,
  }
}
