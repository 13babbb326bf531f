import type { Day } from '../dates.ts'
import type { MessageCode } from '../messages.ts'
import { beneficiary } from './limits.ts'

/** The states of a loan: the values of the column `loan.state`, from which every status and flag is derived. */
export const LOAN_STATES = [
  'requested',
  'approved',
  'rejected',
  'declined',
  'expired',
  'cancelled',
  'disbursing',
  'active',
  'overdue',
  'completed',
  'payout_returned',
] as const
export type LoanState = (typeof LOAN_STATES)[number]

/** The types of a loan. */
export const LOAN_TYPES = ['credit', 'advance'] as const
export type LoanType = (typeof LOAN_TYPES)[number]

/** The status, active status, colour and flags that the specifications derive from a loan's state. */
export type WireStatus = {
  status: 'INA' | 'APP' | 'REJ'
  active_status: 'ALR' | 'DEL' | 'FIN'
  status_color: 'warning' | 'success' | 'error'
  accepted: boolean
  approved: boolean
  rejected: boolean
  completed: boolean
  disbursing: boolean
  payout_returned: boolean
}

const none = {
  active_status: 'ALR',
  accepted: false,
  approved: false,
  rejected: false,
  completed: false,
  disbursing: false,
  payout_returned: false,
} as const

const requested: WireStatus = { ...none, status: 'INA', status_color: 'warning' }
const approved: WireStatus = { ...none, status: 'APP', status_color: 'success', approved: true }
const rejected: WireStatus = { ...none, status: 'REJ', status_color: 'error', rejected: true }
const active: WireStatus = { ...approved, accepted: true }

const WIRE_STATUS: Record<LoanState, WireStatus> = {
  requested,
  approved,
  rejected,
  declined: rejected,
  expired: rejected,
  cancelled: rejected,
  disbursing: { ...approved, disbursing: true },
  active,
  overdue: { ...active, active_status: 'DEL' },
  completed: { ...active, active_status: 'FIN', completed: true },
  payout_returned: { ...active, payout_returned: true },
}

/** Returns the specifications' status, active status, colour and flags for a loan's state. */
export function wireStatus(state: LoanState): WireStatus {
  return WIRE_STATUS[state]
}

/** A worker has at most one loan of each type in these states; a partial unique index enforces it. */
export const OPEN_STATES = [
  'requested',
  'approved',
  'disbursing',
  'active',
  'overdue',
  'payout_returned',
] as const satisfies readonly LoanState[]

/** The states of a pending request (`has_request_…`). */
export const PENDING_STATES = ['requested', 'approved', 'disbursing'] as const satisfies readonly LoanState[]

/** The states of a payable loan: it may owe money and takes payments. */
export const PAYABLE_STATES = ['active', 'overdue'] as const satisfies readonly LoanState[]

/** The states of a loan in force: paid out and not paid back, also while its payout is returned. */
export const IN_FORCE_STATES = [...PAYABLE_STATES, 'payout_returned'] as const satisfies readonly LoanState[]

/** True if a loan in this state takes payments. */
export function isPayable(state: LoanState): boolean {
  return PAYABLE_STATES.some((payable) => payable === state)
}

/** The states of a loan whose worker received the money and owes it or has paid it. */
export const PAID_OUT_STATES = [...PAYABLE_STATES, 'completed'] as const satisfies readonly LoanState[]

/** True if the worker of a loan in this state received its money. */
export function isPaidOut(state: LoanState): boolean {
  return PAID_OUT_STATES.some((paid_out) => paid_out === state)
}

const STATES_BY_STATUS = {
  INA: ['requested'],
  APP: ['approved', 'disbursing', 'active', 'overdue', 'completed', 'payout_returned'],
  REJ: ['rejected', 'declined', 'expired', 'cancelled'],
} as const satisfies Record<string, readonly LoanState[]>

/** Returns the loan states that a status filter selects. */
export function statesOfStatus(status: 'INA' | 'APP' | 'REJ'): readonly LoanState[] {
  return STATES_BY_STATUS[status]
}

/** Returns the loan states that an active-status filter selects; an empty list for a code that no loan has. */
export function statesOfActiveStatus(active_status: string): readonly LoanState[] {
  return LOAN_STATES.filter((state) => WIRE_STATUS[state].active_status === active_status)
}

type Transition = { from: readonly LoanState[]; to: LoanState }

/** The state table of a loan. Every transition that is not listed is refused. */
export const TRANSITIONS = {
  approve: { from: ['requested', 'rejected'], to: 'approved' },
  reject: { from: ['requested', 'approved'], to: 'rejected' },
  /** The worker declines an offer. */
  decline: { from: ['approved'], to: 'declined' },
  /** The worker withdraws a request. */
  withdraw: { from: ['requested'], to: 'declined' },
  expire: { from: ['approved'], to: 'expired' },
  accept: { from: ['approved'], to: 'disbursing' },
  /** STP received the order. */
  send: { from: ['disbursing'], to: 'active' },
  /** STP refused the order for good, so the loan is an offer again. */
  refuse: { from: ['disbursing'], to: 'approved' },
  /** An admin confirms that STP sent the money of an order it had refused, so the acceptance is valid again. */
  revive: { from: ['approved', 'rejected', 'declined', 'expired'], to: 'disbursing' },
  /** An admin confirms that STP sent the money of a cancelled loan, so the loan has a returned payout again. */
  reinstate: { from: ['cancelled'], to: 'payout_returned' },
  /** The bank or STP returned the payout (state CN or D, confirmed). */
  return: { from: ['active', 'overdue'], to: 'payout_returned' },
  /** STP received the order that an admin sent again. */
  resend: { from: ['payout_returned'], to: 'active' },
  /** An admin cancels a loan whose payout came back, or a signed one whose money has not left. */
  cancel: { from: ['disbursing', 'payout_returned'], to: 'cancelled' },
  fall_overdue: { from: ['active'], to: 'overdue' },
  catch_up: { from: ['overdue'], to: 'active' },
  /** A payment brings the amount due to 0. */
  complete: { from: ['active', 'overdue'], to: 'completed' },
  /** An admin reverses a payment of a completed loan. */
  reverse: { from: ['completed'], to: 'active' },
} as const satisfies Record<string, Transition>

export type LoanEvent = keyof typeof TRANSITIONS

/** Returns the state after an event, or null if the state table does not allow the event in this state. */
export function transition(state: LoanState, event: LoanEvent): LoanState | null {
  const { from, to }: Transition = TRANSITIONS[event]
  return from.includes(state) ? to : null
}

/** True if staff may change amount and term: a credit without a decision. An advance starts as an offer. */
export function isEditable({ type, state }: { type: LoanType; state: LoanState }): boolean {
  return type === 'credit' && state === 'requested'
}

/**
 * Maps the status in a `PATCH /loan/{id}` to its event. Returns null if the actor may not set this status; callers
 * answer 409.
 */
export function eventForStatus(state: LoanState, status: string, actor: 'owner' | 'staff'): LoanEvent | null {
  if (status === 'APP') return actor === 'staff' ? 'approve' : null
  if (status !== 'REJ') return null
  if (actor === 'staff') return 'reject'
  return state === 'requested' ? 'withdraw' : 'decline'
}

/** The worker's situation when requesting a loan. The server reads it from the database; clients never send it. */
export type RequestConditions = {
  type: LoanType
  has_all_documents: boolean
  has_loan_in_force: boolean
  has_pending_request: boolean
}

/**
 * Returns the error code that blocks a new request: incomplete documents, a loan of the type in force, or a pending
 * request of the type. Returns null if the worker may request. Callers answer 409.
 */
export function requestBlocker(worker: RequestConditions): MessageCode | null {
  if (!worker.has_all_documents) return 'loan.documents_incomplete'
  if (worker.has_loan_in_force) return `loan.${worker.type}_active`
  if (worker.has_pending_request) return `loan.${worker.type}_pending`
  return null
}

/** Returns the error code for a worker who already has an open loan of this type, in the state `state`. */
export function openLoanMessage(type: LoanType, state: LoanState): MessageCode {
  const inForce: readonly LoanState[] = IN_FORCE_STATES
  return inForce.includes(state) ? `loan.${type}_active` : `loan.${type}_pending`
}

/** The offer and its worker at the moment of acceptance. */
export type OfferConditions = {
  state: LoanState
  offer_expires_on: Day
  today: Day
  debit_card_number: string | null
  payouts_paused: boolean
}

const NOT_OFFERED: readonly LoanState[] = ['requested', 'rejected', 'declined', 'cancelled']

/** Returns the error code that blocks the acceptance of an offer, or null. It does not check the contract's hash. */
export function acceptanceBlocker(offer: OfferConditions): MessageCode | null {
  const { state } = offer
  if (NOT_OFFERED.includes(state)) return 'loan.not_an_offer'
  if (state === 'expired') return 'offer_expired'
  if (state !== 'approved') return 'loan.already_accepted'
  if (isOfferExpired(offer)) return 'offer_expired'
  if (beneficiary(offer.debit_card_number) === null) return 'loan.bank_data_missing'
  return offer.payouts_paused ? 'payouts.paused' : null
}

/** True from the day after `offer_expires_on`: the worker may accept until the end of that day. */
function isOfferExpired({ offer_expires_on, today }: { offer_expires_on: Day; today: Day }): boolean {
  return today > offer_expires_on
}
