import { businessDay, type Day } from '../dates.ts'
import { formatMoney } from '../format.ts'
import type { LoanType } from '../loans/rules.ts'
import type { MessageCode } from '../messages.ts'
import type { Cents } from '../money.ts'
import { paymentProblem } from '../payments/rules.ts'

/** Why an incoming payment is thought to be for a loan. */
export const MATCH_RULES = ['reference', 'folio', 'account'] as const
export type MatchRule = (typeof MATCH_RULES)[number]

const FOLIO = /(?<![A-Z0-9])([AC])[- ]?([0-9]{6,15})(?![0-9])/g

/** The folios a concept names, however its hyphen survived the bank: `C-000123`, `c 000123`, `A000123`. */
export function foliosIn(concept: string | null): string[] {
  const folios = [...(concept ?? '').toUpperCase().matchAll(FOLIO)]
  return [...new Set(folios.map(([, letter, digits]) => `${letter}-${digits}`))]
}

const RETURN_TYPES: readonly number[] = [0, 16, 17, 18, 23, 24]

/** True for STP's payment types that bring money of our own back: no worker paid anything. */
export function isReturnedMoney(payment_type: number | null): boolean {
  return payment_type !== null && RETURN_TYPES.includes(payment_type)
}

export type MatchClues = {
  /** Live loans by the numeric reference and by the folios of the concept. */
  by_reference: readonly number[]
  by_folio: readonly number[]
  /** Live loans of the worker whose CLABE sent the money. */
  by_account: readonly number[]
}

/**
 * The loan that an incoming payment is offered for: named by its reference or its concept, or else the only live one
 * of the worker whose account sent it. null where nothing or more than one loan is pointed to.
 */
export function chooseMatch(clues: MatchClues): { loan_id: number; rule: MatchRule } | null {
  const { by_reference, by_folio, by_account } = clues
  const named = new Set([...by_reference, ...by_folio])
  const [loan_id] = named.size > 0 ? named : by_account
  if (loan_id === undefined || named.size > 1) return null
  if (named.size === 0) return by_account.length === 1 ? { loan_id, rule: 'account' } : null
  return { loan_id, rule: by_reference.includes(loan_id) ? 'reference' : 'folio' }
}

/** What of an incoming payment can be registered against a debt: all of it, or as much as is owed. */
export function offeredAmount(arrived: Cents, amount_due: Cents): Cents {
  return Math.min(arrived, amount_due)
}

/**
 * The business day on which money arrived: when STP settled it, however late its callback came; a settlement after its
 * own callback is ignored.
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

export type ConfirmInput = { arrived: Cents; type: LoanType; amount_due: Cents; amount_paid: Cents }

type Problem = { code: MessageCode; message: string }

/** What is wrong with registering more than arrived; null when it is not more. */
export function arrivedProblem({
  arrived,
  amount_paid,
}: Pick<ConfirmInput, 'arrived' | 'amount_paid'>): Problem | null {
  if (amount_paid <= arrived) return null
  return {
    code: 'incoming_payment.exceeds_arrived',
    message: `El monto a pagar excede lo que llegó (${formatMoney(arrived)}).`,
  }
}

/** What is wrong with the amount to be registered of an incoming payment; null when it may be. */
export function confirmProblem(input: ConfirmInput): Problem | null {
  return arrivedProblem(input) ?? paymentProblem(input)
}
