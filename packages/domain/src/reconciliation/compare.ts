import type { Day } from '../dates.ts'
import type { StpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'

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

/** Where an order stands on one side: not with STP, in transit, settled, or back (cancelled or returned). */
export const STANDINGS = ['not_sent', 'in_transit', 'settled', 'back'] as const
export type Standing = (typeof STANDINGS)[number]

/** An order as one of the three sides has it. */
export interface Side {
  standing: Standing
  amount: Cents
  /** The receiving account; the ledger knows none. */
  account: string | null
  /** The raw word of that side: STP's state, our status. */
  state: string | null
}

/** An order of ours with what the ledger has booked for it, in centavos. */
export interface OwnOrder {
  transfer_id: number
  tracking_key: string
  operation_date: Day
  amount: Cents
  account: string
  status: string
  /** STP took it, as far as we know. */
  is_sent: boolean
  state: StpOutcome | null
  /** Sent, or changed, after STP was asked: its list cannot have it, or is older than we are. */
  is_newer_than_list: boolean
  booked: { paid_out: Cents; settled: Cents; unsettled: Cents; paid_back: Cents }
}

/** An order as STP lists it. */
export interface ListedOrder {
  id: number
  tracking_key: string
  operation_date: Day
  amount: Cents
  account: string
  state: StpOutcome | null
  stp_state: string
}

/** One order of the day with its three sides. */
export interface ComparedOrder {
  tracking_key: string
  transfer_id: number | null
  ours: Side | null
  stp: Side | null
  ledger: Side | null
}

export interface Difference extends ComparedOrder {
  kind: DifferenceKind
}

interface Total {
  count: number
  amount: Cents
}
type SideTotals = Record<'sent' | 'settled' | 'back', Total>
export type DayTotals = Record<'ours' | 'stp' | 'ledger', SideTotals>

export interface Comparison {
  orders: ComparedOrder[]
  differences: Difference[]
  totals: DayTotals
}

function standingOf(state: StpOutcome | null): Standing {
  if (state === null) return 'in_transit'
  return state === 'LQ' ? 'settled' : 'back'
}

function ourSide(order: OwnOrder): Side {
  const { amount, account, status, state, is_sent } = order
  return { standing: is_sent ? standingOf(state) : 'not_sent', amount, account, state: state ?? status }
}

function stpSide({ amount, account, state, stp_state }: ListedOrder): Side {
  return { standing: standingOf(state), amount, account, state: stp_state }
}

/** What the books make of an order; null where nothing was ever booked for it. */
function ledgerSide({ booked }: OwnOrder): Side | null {
  const { paid_out, settled, unsettled, paid_back } = booked
  if (paid_out === 0 && settled === 0) return null
  const base = { amount: paid_out === 0 ? settled : paid_out, account: null, state: null }
  if (paid_back > 0 && settled === unsettled) return { ...base, standing: 'back' }
  return settled > unsettled
    ? { ...base, amount: settled - unsettled, standing: 'settled' }
    : { ...base, standing: 'in_transit' }
}

/** The account that STP tells is ours; it may leave it out. */
export function isSameAccount(ours: string, told: string): boolean {
  return told === '' || told === ours
}

/** Our word against STP's. CN and D are the same money: it never left, or it is back. */
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

/** Every row that is booked for an order is of its whole amount. */
function isBookedWhole({ amount, booked }: OwnOrder): boolean {
  return Object.values(booked).every((part) => part === 0 || part === amount)
}

/** The books against our order. An order with every row reversed is back, as one that never settled is. */
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
  if (side === null || side.standing === 'not_sent') return
  const names = side.standing === 'in_transit' ? (['sent'] as const) : (['sent', side.standing] as const)
  for (const name of names) {
    totals[name].count += 1
    totals[name].amount += side.amount
  }
}

/** STP's total counts every row it lists, a doubled one twice: that is the money that left. */
function totalsOf(orders: readonly ComparedOrder[], listed: readonly ListedOrder[]): DayTotals {
  const totals = { ours: noTotals(), stp: noTotals(), ledger: noTotals() }
  for (const order of orders) {
    count(totals.ours, order.ours)
    count(totals.ledger, order.ledger)
  }
  for (const row of new Map(listed.map((one) => [one.id, one])).values()) count(totals.stp, stpSide(row))
  return totals
}

/** STP's rows by key: the first of each, and which keys it lists under more than one number. */
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

/** What STP lists, with what we and the books have of it. */
function findListed(row: ListedOrder, mine: OwnOrder | undefined, isRepeated: boolean): Finding {
  const { tracking_key } = row
  const twice: DifferenceKind[] = isRepeated ? ['duplicate_at_stp'] : []
  const stp = stpSide(row)
  if (mine === undefined)
    return {
      order: { tracking_key, transfer_id: null, ours: null, stp, ledger: null },
      kinds: ['unknown_here', ...twice],
    }
  return {
    order: {
      tracking_key,
      transfer_id: mine.transfer_id,
      ours: ourSide(mine),
      stp,
      ledger: ledgerSide(mine),
    },
    kinds: [...twice, ...kindsAgainstStp(mine, row), ...kindsAgainstLedger(mine)],
  }
}

/** What we have and STP does not list. One that is with neither STP nor the books waits, or was refused. */
function findUnlisted(mine: OwnOrder): Finding[] {
  const ledger = ledgerSide(mine)
  if (mine.is_newer_than_list || (!mine.is_sent && ledger === null)) return []
  const { tracking_key, transfer_id } = mine
  const missing: DifferenceKind[] = mine.is_sent ? ['missing_at_stp'] : []
  const order = { tracking_key, transfer_id, ours: ourSide(mine), stp: null, ledger }
  return [{ order, kinds: [...missing, ...kindsAgainstLedger(mine)] }]
}

/**
 * Compares a day's list of STP with our orders and the ledger, order by order. `own` holds the orders we have on
 * the day and whichever STP lists; amounts in centavos. An order that is newer than the list is not missed in it.
 */
export function compareDay(listed: readonly ListedOrder[], own: readonly OwnOrder[]): Comparison {
  const { rows, repeated } = byKey(listed)
  const ours = new Map(own.map((order) => [order.tracking_key, order]))
  const findings = [
    ...[...rows.values()].map((row) =>
      findListed(row, ours.get(row.tracking_key), repeated.has(row.tracking_key)),
    ),
    ...own.filter(({ tracking_key }) => !rows.has(tracking_key)).flatMap(findUnlisted),
  ]
  const orders = findings.map(({ order }) => order)
  const differences = findings.flatMap(({ order, kinds }) => kinds.map((kind) => ({ ...order, kind })))
  return { orders, differences, totals: totalsOf(orders, listed) }
}
