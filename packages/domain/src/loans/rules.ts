import type { Day } from '../dates.ts'
import type { MessageCode } from '../messages.ts'
import { beneficiary } from './limits.ts'

/** The one state of a loan in the database. */
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

export const LOAN_TYPES = ['credit', 'advance'] as const
export type LoanType = (typeof LOAN_TYPES)[number]

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

/** The specifications' status, active status, colour and flags of a state. */
export function wireStatus(state: LoanState): WireStatus {
  return WIRE_STATUS[state]
}

/** At most one loan of a worker and type may be in these: the partial unique index. */
export const OPEN_STATES = [
  'requested',
  'approved',
  'disbursing',
  'active',
  'overdue',
  'payout_returned',
] as const satisfies readonly LoanState[]

/** A request is pending in these (`has_request_…`). */
export const PENDING_STATES = ['requested', 'approved', 'disbursing'] as const satisfies readonly LoanState[]

/** A loan is in force in these (`has_credit`, `has_advance`, the account's loans). */
export const LIVE_STATES = ['active', 'overdue', 'payout_returned'] as const satisfies readonly LoanState[]

const STATES_BY_STATUS = {
  INA: ['requested'],
  APP: ['approved', 'disbursing', 'active', 'overdue', 'completed', 'payout_returned'],
  REJ: ['rejected', 'declined', 'expired', 'cancelled'],
} as const satisfies Record<string, readonly LoanState[]>

/** The states that a status filter stands for. */
export function statesOfStatus(status: 'INA' | 'APP' | 'REJ'): readonly LoanState[] {
  return STATES_BY_STATUS[status]
}

/** The states that an active-status filter stands for; none for the codes that no loan has. */
export function statesOfActiveStatus(active_status: string): readonly LoanState[] {
  return LOAN_STATES.filter((state) => WIRE_STATUS[state].active_status === active_status)
}

type LoanActor = 'owner' | 'staff' | 'admin' | 'system'

type Transition = { from: readonly LoanState[]; to: LoanState; who: LoanActor }

/** Every way a loan's state may change. What is not here is refused. */
export const TRANSITIONS = {
  approve: { from: ['requested', 'rejected'], to: 'approved', who: 'staff' },
  reject: { from: ['requested', 'approved'], to: 'rejected', who: 'staff' },
  /** The owner turns an offer down. */
  decline: { from: ['approved'], to: 'declined', who: 'owner' },
  /** The owner takes a request back. */
  withdraw: { from: ['requested'], to: 'declined', who: 'owner' },
  expire: { from: ['approved'], to: 'expired', who: 'system' },
  accept: { from: ['approved'], to: 'disbursing', who: 'owner' },
  /** STP has the order. */
  send: { from: ['disbursing'], to: 'active', who: 'system' },
  /** STP refused the order for good: the loan is an offer again. */
  refuse: { from: ['disbursing'], to: 'approved', who: 'system' },
  /** An admin knows that STP sent what it had refused: the acceptance stands again. */
  revive: { from: ['approved', 'rejected', 'declined', 'expired'], to: 'disbursing', who: 'admin' },
  /** An admin knows that STP sent what was cancelled: it takes its money after all. */
  reinstate: { from: ['cancelled'], to: 'payout_returned', who: 'admin' },
  /** The money came back (CN or D, confirmed). */
  return: { from: ['active', 'overdue'], to: 'payout_returned', who: 'system' },
  /** STP has the order that an admin sent again. */
  resend: { from: ['payout_returned'], to: 'active', who: 'system' },
  cancel: { from: ['payout_returned'], to: 'cancelled', who: 'admin' },
  fall_overdue: { from: ['active'], to: 'overdue', who: 'system' },
  catch_up: { from: ['overdue'], to: 'active', who: 'system' },
  /** A payment leaves nothing due. */
  complete: { from: ['active', 'overdue'], to: 'completed', who: 'staff' },
  /** The reversal of a payment of a completed loan. */
  reverse: { from: ['completed'], to: 'active', who: 'admin' },
} as const satisfies Record<string, Transition>

export type LoanEvent = keyof typeof TRANSITIONS

/** The state that an event leads to, null where the table does not have it. */
export function transition(state: LoanState, event: LoanEvent): LoanState | null {
  const { from, to }: Transition = TRANSITIONS[event]
  return from.includes(state) ? to : null
}

/** The event that a wanted wire status asks for; null where there is none, which is a conflict. */
export function eventForStatus(state: LoanState, status: string, actor: 'owner' | 'staff'): LoanEvent | null {
  if (status === 'APP') return actor === 'staff' ? 'approve' : null
  if (status !== 'REJ') return null
  if (actor === 'staff') return 'reject'
  return state === 'requested' ? 'withdraw' : 'decline'
}

/** What a new request is judged by: derived in SQL, never sent by the caller. */
export type RequestStanding = {
  type: LoanType
  has_all_documents: boolean
  has_live_loan: boolean
  has_pending_request: boolean
}

/** Why a worker may not ask for a loan of a type now; null when they may. */
export function requestBlocker(standing: RequestStanding): MessageCode | null {
  if (!standing.has_all_documents) return 'loan.documents_incomplete'
  if (standing.has_live_loan) return `loan.${standing.type}_active`
  if (standing.has_pending_request) return `loan.${standing.type}_pending`
  return null
}

/** The message for the open loan that the unique index found. */
export function openLoanMessage(type: LoanType, state: LoanState): MessageCode {
  const live: readonly LoanState[] = LIVE_STATES
  return live.includes(state) ? `loan.${type}_active` : `loan.${type}_pending`
}

export type AcceptanceStanding = {
  state: LoanState
  offer_expires_on: Day
  today: Day
  debit_card_number: string | null
  payouts_paused: boolean
}

const NOT_YET_AN_OFFER: readonly LoanState[] = ['requested', 'rejected', 'declined', 'cancelled']

/** Why an offer may not be accepted now, without regard to its contract; null when it may. */
export function acceptanceBlocker(standing: AcceptanceStanding): MessageCode | null {
  const { state } = standing
  if (NOT_YET_AN_OFFER.includes(state)) return 'loan.not_an_offer'
  if (state === 'expired') return 'offer_expired'
  if (state !== 'approved') return 'loan.already_accepted'
  if (isOfferExpired(standing)) return 'offer_expired'
  if (beneficiary(standing.debit_card_number) === null) return 'loan.bank_data_missing'
  return standing.payouts_paused ? 'payouts.paused' : null
}

/** An offer may be accepted until the end of its last day. */
function isOfferExpired({ offer_expires_on, today }: { offer_expires_on: Day; today: Day }): boolean {
  return today > offer_expires_on
}
