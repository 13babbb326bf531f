import { checkAgainstStp, type StpCheck } from '../incoming-payments/stp-check.ts'
import type { StpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'
import type { DifferenceKind, ReconciliationState, Side } from './compare.ts'

/** An incoming payment in our database. */
export interface OwnReceived {
  amount: Cents
  account: string | null
  operation_date: string | null
  stp_check: StpCheck
  /** Its return to the sender: we ordered it, or STP has made it; null if it was never returned. */
  returned: 'ordered' | 'settled' | null
}

/** An order in STP's list of the received orders of a day. */
export interface ListedReceived {
  amount: Cents
  account: string
  operation_date: string
  state: StpOutcome | null
  stp_state: string
  /** STP lists another order of the same bank with the same tracking key. */
  is_repeated: boolean
}

/** One received order on both sides; null for a side that does not have it. */
export interface ReceivedFinding {
  ours: Side | null
  stp: Side | null
  kinds: DifferenceKind[]
}

/** STP's state of a received order; money that arrived is `settled` here, whatever we answered. */
function receivedState({ state, stp_state }: ListedReceived): ReconciliationState {
  if (state === 'LQ' || stp_state === 'CCO') return 'settled'
  return state === null ? 'in_transit' : 'back'
}

/** True if the money counts as received here: STP confirmed it, or it was registered before that was asked. */
const isCounted = ({ stp_check }: OwnReceived) => stp_check === 'confirmed' || stp_check === 'unchecked'

function ourSide(own: OwnReceived): Side {
  return {
    standing: own.returned === 'settled' ? 'back' : isCounted(own) ? 'settled' : 'unconfirmed',
    amount: own.amount,
    account: own.account,
    state: own.stp_check,
  }
}

function stpSide(listed: ListedReceived): Side {
  const { amount, account, stp_state } = listed
  return { standing: receivedState(listed), amount, account, state: stp_state }
}

function isSameAccount(own: OwnReceived, { account }: ListedReceived): boolean {
  return own.account === null || account === '' || own.account === account
}

/** How the states differ; money that we ordered to be returned may be in the account or back. */
function stateKind(own: OwnReceived, state: ReconciliationState): DifferenceKind | null {
  if (state === 'back') return own.returned === null ? 'returned' : null
  if (own.returned === 'settled') return 'state'
  return isCounted(own) && state !== 'settled' ? 'state' : null
}

function kindsOfBoth(own: OwnReceived, listed: ListedReceived): DifferenceKind[] {
  const kinds: DifferenceKind[] = listed.is_repeated ? ['duplicate_at_stp'] : []
  if (own.operation_date !== null && own.operation_date !== listed.operation_date) kinds.push('operating_day')
  if (own.amount !== listed.amount) kinds.push('amount')
  if (!isSameAccount(own, listed)) kinds.push('account')
  const kind = stateKind(own, receivedState(listed))
  return kind === null ? kinds : [...kinds, kind]
}

/**
 * Compares an incoming payment with STP's list of its day. `listed` is the order that confirmed it, or else one with its
 * tracking key. Money that STP returned unknown to us is a difference although our side agrees with what was true before.
 * A copy of
 * another payment's callback, which agrees with the list in every fact, is none.
 */
export function compareReceived(own: OwnReceived, listed: ListedReceived | null): ReceivedFinding {
  const ours = ourSide(own)
  if (listed === null) return { ours, stp: null, kinds: ['missing_at_stp'] }
  const stp = stpSide(listed)
  const callback = { amount_cents: own.amount, beneficiary_account: own.account }
  const order = { amount: listed.amount, beneficiary_account: listed.account, stp_state: listed.stp_state }
  if (!isCounted(own) && checkAgainstStp(callback, order) === 'confirmed') return { ours, stp, kinds: [] }
  return { ours, stp, kinds: kindsOfBoth(own, listed) }
}

/**
 * Compares an order of STP's list that no incoming payment has. Money that arrived is a difference, because the server
 * stores every such order that it can; money in transit, or returned before anybody knew of it, is none.
 */
export function compareUnknownReceived(listed: ListedReceived): ReceivedFinding {
  const kinds: DifferenceKind[] = receivedState(listed) === 'settled' ? ['unknown_here'] : []
  if (listed.is_repeated) kinds.push('duplicate_at_stp')
  return { ours: null, stp: stpSide(listed), kinds }
}
