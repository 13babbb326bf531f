import type { AccountObstacle } from '../accounts/verification-rules.ts'
import type { ApprovalState } from '../approvals/rules.ts'
import { formatMoney } from '../format.ts'
import type { MessageCode } from '../messages.ts'
import type { StpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'
import { isReturned, type TransferStatus } from '../transfers/rules.ts'

/**
 * Requested: waits for a second person. Sending: released, and the money is on its way. In review: nobody knows where
 * the money is. Paid: it arrived. Back: it did not arrive and is in the balance again. Refused, withdrawn, stale: never
 * sent.
 */
export const REFUND_STATES = [
  ...(['requested', 'sending', 'in_review', 'paid', 'back', 'refused', 'withdrawn', 'stale'] as const),
] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A refund that has no outcome yet: another one cannot be requested. */
export const OPEN_REFUND_STATES = [
  'requested',
  'sending',
  'in_review',
] as const satisfies readonly RefundState[]

export function isOpenRefund(state: RefundState): boolean {
  return OPEN_REFUND_STATES.some((open) => open === state)
}

/** The order of a refund, as far as it decides the state. */
export interface RefundOrder {
  status: TransferStatus
  state: StpOutcome | null
  /** A message of STP contradicts what is booked. */
  is_contested: boolean
}

/** Returns the state of a refund from its approval and, once it is released, its order. */
export function refundState(approval: ApprovalState, order: RefundOrder | null): RefundState {
  if (approval === 'open') return 'requested'
  if (approval !== 'approved') return approval
  if (order === null) return 'sending'
  if (order.status === 'review' || order.is_contested) return 'in_review'
  if (order.status === 'failed' || isReturned(order.state)) return 'back'
  return order.state === 'LQ' ? 'paid' : 'sending'
}

/** What stands against a refund: the balance and the open orders are read while the worker is locked. */
export interface RefundFacts {
  balance: Cents
  /** What the worker owes apart from the loans: the balance pays that first. */
  receivable: Cents
  /** The part of the balance that payments brought whose money nobody has proved yet. */
  unproved: Cents
  amount: Cents
  /** The worker has an account to which money can be sent. */
  has_account: boolean
  /** Why no money may go to the account, by the lender's setting for unverified accounts; null if it may. */
  account_obstacle: AccountObstacle | null
  has_open_refund: boolean
  /** A payout of one of the worker's loans has no outcome yet. */
  has_open_payout: boolean
}

const accountCodes = {
  verifying: 'refund.account_verifying',
  mismatch: 'refund.account_mismatch',
  unconfirmed: 'refund.account_unconfirmed',
} as const satisfies Record<AccountObstacle, MessageCode>

/** What forms and the server answer to an amount above the balance, in centavos. */
export const aboveBalanceText = (balance: Cents): string => `El saldo a favor es de ${formatMoney(balance)}.`

/**
 * Returns why a refund cannot be requested or released now, with the text for the amount; null if it can. An account
 * that is not verified yet hinders only the release, because the request has it verified.
 */
export function refundProblem(
  step: 'request' | 'release',
  facts: RefundFacts,
): { code: MessageCode; detail?: string } | null {
  if (facts.amount > facts.balance)
    return {
      code: 'refund.above_balance',
      detail: aboveBalanceText(facts.balance),
    }
  if (facts.amount > facts.balance - facts.receivable)
    return {
      code: 'refund.owes_apart',
      detail: `Aparte de los préstamos se deben ${formatMoney(facts.receivable)}: primero se cobran del saldo a favor.`,
    }
  if (facts.amount > facts.balance - facts.receivable - facts.unproved)
    return {
      code: 'refund.unproved',
      detail: `${formatMoney(Math.min(facts.unproved, facts.balance))} del saldo vienen de un pago por comprobar: se devuelven cuando se compruebe.`,
    }
  if (!facts.has_account) return { code: 'refund.account_missing' }
  if (facts.account_obstacle === 'mismatch' || (facts.account_obstacle !== null && step === 'release'))
    return { code: accountCodes[facts.account_obstacle] }
  if (facts.has_open_refund) return { code: 'refund.in_progress' }
  return facts.has_open_payout ? { code: 'refund.payout_in_progress' } : null
}
