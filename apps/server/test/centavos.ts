import { sql } from 'kysely'
import type { Db, Trx } from '../src/db/types.ts'

/*
 * Compares STP's own books with our ledger, centavo by centavo. It shares no code with the product: the queries are its
 * own, and what an order, a receipt or a movement must look like is written down here a second time.
 */

/** What the check needs of a movement of the simulator's books; amounts in centavos, `saldo` and `pending` signed. */
export interface StpMovement {
  of: 'opening' | 'sent' | 'received' | 'deposit' | 'withdrawal' | 'fee'
  order_id: number | null
  tracking_key: string | null
  saldo_cents: number
  pending_cents: number
}

/** An entry of the ledger that changed the money at STP or on its way. */
interface Entry {
  id: number
  kind: string
  /** The order, receipt or movement as STP names it; null: the entry names none. */
  subject: string | null
  /** What the money moved for. */
  what: string
  /** Change of `stp_cash`, signed. */
  cash: number
  /** Change of what is on its way, signed. */
  transit: number
  /** The other account of a change of `stp_cash`. */
  other: string | null
}

const readEntries = sql<Entry>`
  select entry.id::integer, entry.kind,
    case
      when movement.kind = 'opening' then 'opening'
      when movement.id is not null then 'sent ' || movement.tracking_key
      when coalesce(receipt.id, returned.id) is not null
        then 'received ' || coalesce(receipt.stp_order_id, returned.stp_order_id)
      else 'sent ' || transfer.tracking_key
    end as subject,
    coalesce(movement.kind, transfer.purpose, 'receipt') as what,
    (case 'stp_cash' when debit_account then entry.amount_cents
      when credit_account then -entry.amount_cents else 0 end)::float8 as cash,
    ((case when credit_account in ('stp_in_transit', 'refund_in_transit') then entry.amount_cents else 0 end)
      - (case when debit_account in ('stp_in_transit', 'refund_in_transit') then entry.amount_cents else 0 end))::float8
      as transit,
    case 'stp_cash' when debit_account then credit_account when credit_account then debit_account end as other
  from ledger_entry as entry
  left join transfer on transfer.id = entry.transfer_id
  left join incoming_payment as returned on returned.id = transfer.incoming_payment_id
  left join incoming_payment as receipt on receipt.id = entry.incoming_payment_id and entry.transfer_id is null
  left join cash_movement as movement on movement.id = entry.cash_movement_id
  where debit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit')
    or credit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit')
  order by entry.id`

/** The accounts that money at STP may come from or go to, by what it moved for (treasury.md §1). */
const partners: Readonly<Record<string, readonly string[]>> = {
  payout: ['stp_in_transit', 'worker_receivable'],
  verification: ['stp_in_transit'],
  refund: ['refund_in_transit', 'worker_receivable'],
  return: ['refund_in_transit', 'unapplied_receipts', 'suspense'],
  receipt: ['unapplied_receipts', 'suspense'],
  opening: ['funding'],
  deposit: ['funding'],
  withdrawal: ['funding', 'suspense'],
  fee: ['stp_fees', 'suspense'],
  unknown: ['suspense'],
}

const arriving: readonly StpMovement['of'][] = ['received', 'deposit']

function subjectOf({ of, order_id, tracking_key }: StpMovement): string {
  if (of === 'opening') return 'opening'
  return arriving.includes(of) ? `received ${order_id}` : `sent ${tracking_key}`
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Removes an equal amount; false if there is none. */
function take(amounts: number[], amount: number): boolean {
  const at = amounts.indexOf(amount)
  if (at >= 0) amounts.splice(at, 1)
  return at >= 0
}

/** The amounts that no equal and opposite one cancels: what moved there and back need not be booked. */
function uncancelled(amounts: readonly number[]): number[] {
  const left: number[] = []
  for (const amount of amounts) if (!take(left, -amount)) left.push(amount)
  return left
}

/** Pairs each amount of one side with an equal one of the other; returns what is left of both. */
function pair(at_stp: readonly number[], booked: readonly number[]) {
  const ours = [...booked]
  const theirs = at_stp.filter((amount) => !take(ours, amount))
  return { theirs: uncancelled(theirs), ours: uncancelled(ours) }
}

function cashProblems(movements: readonly StpMovement[], entries: readonly Entry[]): string[] {
  const at_stp = Map.groupBy(
    movements.filter(({ saldo_cents }) => saldo_cents !== 0),
    subjectOf,
  )
  const booked = Map.groupBy(
    entries.filter(({ cash }) => cash !== 0),
    ({ subject }) => subject ?? 'nothing',
  )
  // Before the first balance check nobody has posted what the account started with.
  if (!booked.has('opening')) at_stp.delete('opening')
  return [...new Set([...at_stp.keys(), ...booked.keys()])].flatMap((subject) => {
    const moved = (at_stp.get(subject) ?? []).map(({ saldo_cents }) => saldo_cents)
    const posted = (booked.get(subject) ?? []).map(({ cash }) => cash)
    const { theirs, ours } = pair(moved, posted)
    return [
      ...theirs.map((cents) => `not booked: STP moved ${cents} for ${subject}`),
      ...ours.map((cents) => `not at STP: the ledger moved ${cents} for ${subject}`),
    ]
  })
}

function partnerProblems(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ id, kind, what, other }) =>
    other === null || partners[what]?.includes(other)
      ? []
      : [`wrong account: entry ${id} (${kind}) moves a ${what} at STP and ${other}`],
  )
}

function transitProblems(movements: readonly StpMovement[], entries: readonly Entry[]): string[] {
  const pending = Map.groupBy(movements, subjectOf)
  const moving = Map.groupBy(entries, ({ subject }) => subject ?? 'nothing')
  return [...new Set([...pending.keys(), ...moving.keys()])].flatMap((subject) => {
    const theirs = sum((pending.get(subject) ?? []).map(({ pending_cents }) => pending_cents))
    const ours = sum((moving.get(subject) ?? []).map(({ transit }) => transit))
    return theirs === ours ? [] : [`in transit: ${subject} is ${theirs} at STP and ${ours} in the ledger`]
  })
}

function totalProblems(movements: readonly StpMovement[], entries: readonly Entry[]): string[] {
  const is_opened = entries.some(({ subject }) => subject === 'opening')
  const counted = movements.filter(({ of }) => is_opened || of !== 'opening')
  const saldo = sum(counted.map(({ saldo_cents }) => saldo_cents))
  const cash = sum(entries.map((entry) => entry.cash))
  return saldo === cash ? [] : [`total: STP holds ${saldo} and stp_cash is ${cash}`]
}

/** Balances that are sums of entries and must never be negative, by the record that they belong to. */
const negatives = sql<{ account: string; id: number; cents: number }>`
  with side as (
    select debit_account as account, amount_cents as cents, loan_id, user_id, incoming_payment_id, transfer_id
    from ledger_entry
    union all
    select credit_account, -amount_cents, loan_id, user_id, incoming_payment_id, transfer_id from ledger_entry
  ), owned as (
    select account, case
        when account = 'loan_receivable' then loan_id
        when account in ('worker_balance', 'worker_receivable') then user_id
        when account = 'unapplied_receipts' then incoming_payment_id
        else transfer_id end as id,
      case when account in ('loan_receivable', 'worker_receivable') then cents else -cents end as cents
    from side
    where account in ('loan_receivable', 'worker_balance', 'worker_receivable', 'unapplied_receipts',
      'stp_in_transit', 'refund_in_transit')
  )
  select account, id::integer, sum(cents)::float8 as cents from owned
  group by account, id having sum(cents) < 0 or id is null`

/** Loans that two settled orders pay through the books of the loan; a second payout is owed apart instead. */
const paidTwice = sql<{ loan_id: number; times: number }>`
  select loan_id::integer, count(*)::integer as times from (
    select transfer.loan_id, transfer.id from ledger_entry as entry
    join transfer on transfer.id = entry.transfer_id and transfer.purpose = 'payout'
    where 'stp_in_transit' in (debit_account, credit_account) and 'stp_cash' in (debit_account, credit_account)
    group by transfer.loan_id, transfer.id
    having sum(case when credit_account = 'stp_cash' then entry.amount_cents else -entry.amount_cents end) <> 0
  ) as paid group by loan_id having count(*) > 1`

/**
 * Returns what keeps the movements of STP's books from being in exactly one of our accounts each; empty if all are. Both
 * sides must be at rest: no order without an outcome, every callback and list read.
 *
 * - `not booked`, `not at STP`: a movement of money without its entry, or the reverse, by order or receipt.
 * - `wrong account`: money at STP whose other side is an account that its cause cannot have.
 * - `in transit`: an order is on its way on one side only.
 * - `total`: STP's balance and `stp_cash` differ.
 * - `negative`: a balance of a loan, worker, receipt or order is below zero, or belongs to nobody.
 * - `paid twice`: two orders pay one loan.
 */
export async function findStrayCentavos(db: Db | Trx, movements: readonly StpMovement[]): Promise<string[]> {
  const { rows: entries } = await readEntries.execute(db)
  const { rows: below } = await negatives.execute(db)
  const { rows: twice } = await paidTwice.execute(db)
  return [
    ...cashProblems(movements, entries),
    ...partnerProblems(entries),
    ...transitProblems(movements, entries),
    ...totalProblems(movements, entries),
    ...below.map(({ account, id, cents }) => `negative: ${account} of ${id} is ${cents}`),
    ...twice.map(({ loan_id, times }) => `paid twice: loan ${loan_id} by ${times} orders`),
  ]
}
