import type { Day } from '../dates.ts'
import type { StpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'

/** The kinds of difference between the three sides; `words.ts` explains each. */
export const DIFFERENCE_KINDS = [
  'unknown_here',
  'missing_at_stp',
  'duplicate_at_stp',
  'operating_day',
  'amount',
  'account',
  'state',
  'returned',
  'not_in_ledger',
  'only_in_ledger',
  'ledger_amount',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/**
 * Status of an order on one side: not sent to STP, in transit, settled, or back (cancelled or returned); a received one
 * that STP does not confirm is `unconfirmed`.
 */
export const RECONCILIATION_STATES = ['not_sent', 'in_transit', 'settled', 'back', 'unconfirmed'] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]

/** An order as one of the three sides records it: our database, STP or the ledger. */
export interface Side {
  standing: ReconciliationState
  amount: Cents
  /** The receiving account; null for the ledger, which does not record it. */
  account: string | null
  /** The raw state of that side: STP's state or our status; null for the ledger. */
  state: string | null
}

/** An order in our database, with the amounts that the ledger booked for it, in centavos. */
export interface OwnOrder {
  transfer_id: number
  tracking_key: string
  operation_date: Day
  amount: Cents
  account: string
  status: string
  /** STP received it, as far as our database knows. */
  is_sent: boolean
  state: StpOutcome | null
  /** Sent or changed after STP's list was read, so the list may lack it or show an older state. */
  is_newer_than_list: boolean
  booked: { paid_out: Cents; settled: Cents; unsettled: Cents; paid_back: Cents }
}

/** An order in STP's list of a day. */
export interface ListedOrder {
  id: number
  tracking_key: string
  operation_date: Day
  amount: Cents
  account: string
  state: StpOutcome | null
  stp_state: string
}

/** One order of the day on its three sides; null for a side that does not have it. */
interface ComparedOrder {
  tracking_key: string
  transfer_id: number | null
  ours: Side | null
  stp: Side | null
  ledger: Side | null
}

/** One difference between the sides of an order. */
interface Difference extends ComparedOrder {
  kind: DifferenceKind
}

interface Total {
  count: number
  amount: Cents
}
type SideTotals = Record<'sent' | 'settled' | 'back', Total>
/** Number and centavos of the sent, settled and returned orders, for each side. */
export type SentTotals = Record<'ours' | 'stp' | 'ledger', SideTotals>
/**
 * Totals of a day. `received`: the money that arrived by STP's list and by our confirmed incoming payments; null in
 * comparisons from before received orders were compared.
 */
export type DayTotals = SentTotals & { received: Record<'ours' | 'stp', Total> | null }

/** Result of the comparison of a day. */
export interface Comparison {
  orders: ComparedOrder[]
  differences: Difference[]
  totals: SentTotals
}

function reconciliationStateOf(state: StpOutcome | null): ReconciliationState {
  if (state === null) return 'in_transit'
  return state === 'LQ' ? 'settled' : 'back'
}

function ourSide(order: OwnOrder): Side {
  const { amount, account, status, state, is_sent } = order
  return {
    standing: is_sent ? reconciliationStateOf(state) : 'not_sent',
    amount,
    account,
    state: state ?? status,
  }
}

function stpSide({ amount, account, state, stp_state }: ListedOrder): Side {
  return { standing: reconciliationStateOf(state), amount, account, state: stp_state }
}

/** Derives the ledger's side of an order; null if the ledger booked neither the payout nor the settlement. */
function ledgerSide({ booked }: OwnOrder): Side | null {
  const { paid_out, settled, unsettled, paid_back } = booked
  if (paid_out === 0 && settled === 0) return null
  const base = { amount: paid_out === 0 ? settled : paid_out, account: null, state: null }
  if (paid_back > 0 && settled === unsettled) return { ...base, standing: 'back' }
  return settled > unsettled
    ? { ...base, amount: settled - unsettled, standing: 'settled' }
    : { ...base, standing: 'in_transit' }
}

/** True if STP's account equals ours or STP left it out (an empty text). */
export function isSameAccount(ours: string, listed: string): boolean {
  return listed === '' || listed === ours
}

/** Compares our order with STP's. CN and D are equal here: in both cases the lender has the money. */
function kindsAgainstStp(own: OwnOrder, listed: ListedOrder): DifferenceKind[] {
  const kinds: DifferenceKind[] = []
  const [ours, stp] = [ourSide(own), stpSide(listed)]
  if (own.operation_date !== listed.operation_date) kinds.push('operating_day')
  if (ours.amount !== stp.amount) kinds.push('amount')
  if (!isSameAccount(own.account, listed.account)) kinds.push('account')
  if (ours.standing === stp.standing || own.is_newer_than_list) return kinds
  kinds.push(own.is_sent && stp.standing === 'back' ? 'returned' : 'state')
  return kinds
}

/** True if every ledger entry of an order has the order's whole amount. */
function isBookedWhole({ amount, booked }: OwnOrder): boolean {
  return Object.values(booked).every((part) => part === 0 || part === amount)
}

/** Compares the ledger with our order. An unsent order may have ledger entries only if all of them are reversed. */
function kindsAgainstLedger(own: OwnOrder): DifferenceKind[] {
  const [ours, ledger] = [ourSide(own), ledgerSide(own)]
  if (ours.standing === 'not_sent')
    return ledger === null || ledger.standing === 'back' ? [] : ['only_in_ledger']
  if (ledger === null || own.booked.paid_out === 0) return ['not_in_ledger']
  const kinds: DifferenceKind[] = isBookedWhole(own) ? [] : ['ledger_amount']
  if (ledger.standing === ours.standing) return kinds
  const isBehind = ledger.standing === 'in_transit' || ours.standing === 'back'
  return [...kinds, isBehind ? 'not_in_ledger' : 'only_in_ledger']
}

const noTotals = (): SideTotals => ({
  sent: { count: 0, amount: 0 },
  settled: { count: 0, amount: 0 },
  back: { count: 0, amount: 0 },
})

function count(totals: SideTotals, side: Side | null) {
  if (side === null || side.standing === 'not_sent' || side.standing === 'unconfirmed') return
  const names = side.standing === 'in_transit' ? (['sent'] as const) : (['sent', side.standing] as const)
  for (const name of names) {
    totals[name].count += 1
    totals[name].amount += side.amount
  }
}

/**
 * Adds up the totals of each side. STP's total counts each STP order once, so a tracking key with two orders counts
 * twice: the money left twice.
 */
function totalsOf(orders: readonly ComparedOrder[], listed: readonly ListedOrder[]): SentTotals {
  const totals = emptyTotals()
  for (const order of orders) {
    count(totals.ours, order.ours)
    count(totals.ledger, order.ledger)
  }
  for (const row of new Map(listed.map((one) => [one.id, one])).values()) count(totals.stp, stpSide(row))
  return totals
}

/** Totals without any order. */
export const emptyTotals = (): SentTotals => ({ ours: noTotals(), stp: noTotals(), ledger: noTotals() })

/** Adds up the totals of two parts of a day. */
export function addTotals(left: SentTotals, right: SentTotals): SentTotals {
  const add = (side: keyof SentTotals, part: keyof SideTotals): Total => ({
    count: left[side][part].count + right[side][part].count,
    amount: left[side][part].amount + right[side][part].amount,
  })
  const ofSide = (side: keyof SentTotals): SideTotals => ({
    sent: add(side, 'sent'),
    settled: add(side, 'settled'),
    back: add(side, 'back'),
  })
  return { ours: ofSide('ours'), stp: ofSide('stp'), ledger: ofSide('ledger') }
}

/** Groups STP's rows by tracking key: the first row of each key, and the keys that have more than one STP order. */
function byKey(listed: readonly ListedOrder[]) {
  const rows = new Map<string, ListedOrder>()
  const repeated = new Set<string>()
  for (const row of listed) {
    const first = rows.get(row.tracking_key)
    if (first === undefined) rows.set(row.tracking_key, row)
    else if (first.id !== row.id) repeated.add(row.tracking_key)
  }
  return { rows, repeated }
}

interface Finding {
  order: ComparedOrder
  kinds: readonly DifferenceKind[]
}

/** Compares an order in STP's list with our order and the ledger. */
function compareListed(row: ListedOrder, own: OwnOrder | undefined, isRepeated: boolean): Finding {
  const { tracking_key } = row
  const twice: DifferenceKind[] = isRepeated ? ['duplicate_at_stp'] : []
  const stp = stpSide(row)
  if (own === undefined)
    return {
      order: { tracking_key, transfer_id: null, ours: null, stp, ledger: null },
      kinds: ['unknown_here', ...twice],
    }
  return {
    order: {
      tracking_key,
      transfer_id: own.transfer_id,
      ours: ourSide(own),
      stp,
      ledger: ledgerSide(own),
    },
    kinds: [...twice, ...kindsAgainstStp(own, row), ...kindsAgainstLedger(own)],
  }
}

/**
 * Compares an order that STP does not list with the ledger. Returns nothing for an order newer than the list, and for
 * an unsent order without ledger entries (it waits or STP refused it).
 */
function compareUnlisted(own: OwnOrder): Finding[] {
  const ledger = ledgerSide(own)
  if (own.is_newer_than_list || (!own.is_sent && ledger === null)) return []
  const { tracking_key, transfer_id } = own
  const missing: DifferenceKind[] = own.is_sent ? ['missing_at_stp'] : []
  const order = { tracking_key, transfer_id, ours: ourSide(own), stp: null, ledger }
  return [{ order, kinds: [...missing, ...kindsAgainstLedger(own)] }]
}

/**
 * Compares STP's list of an operating day with our orders and the ledger, order by order. `own` must hold our orders of
 * the day and all our orders that STP lists. Amounts in centavos. An order newer than the list is not reported as
 * missing.
 */
export function compareDay(listed: readonly ListedOrder[], own: readonly OwnOrder[]): Comparison {
  const { rows, repeated } = byKey(listed)
  const ours = new Map(own.map((order) => [order.tracking_key, order]))
  const findings = [
    ...[...rows.values()].map((row) =>
      compareListed(row, ours.get(row.tracking_key), repeated.has(row.tracking_key)),
    ),
    ...own.filter(({ tracking_key }) => !rows.has(tracking_key)).flatMap(compareUnlisted),
  ]
  const orders = findings.map(({ order }) => order)
  const differences = findings.flatMap(({ order, kinds }) => kinds.map((kind) => ({ ...order, kind })))
  return { orders, differences, totals: totalsOf(orders, listed) }
}
