import { addTotals, compareDay, emptyTotals, type SentTotals } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { isRecordedByHand } from '../../stp-lists/queries/own-movements.ts'
import { listedOrderOf, ownOrderOf, readOwnOrders } from '../queries/own-orders.ts'
import { type Finding, type RunFacts, writeFindings } from './write-findings.ts'

export interface ComparedLists extends RunFacts {
  /** When STP's list of sent orders was whole. */
  sent_at: string
  /** The same for received orders. */
  received_at: string
  /** Ids of the sent orders that this run has booked from STP's list. */
  booked_now: ReadonlySet<number>
}

const keysAtOnce = 1000

/** Returns the next tracking keys of the day, from STP's stored list and from our orders. */
async function nextKeys(trx: Trx, operation_date: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ tracking_key: string }>`
    (select tracking_key from stp_listed_order
      where operation_date = ${operation_date} and order_type = 'E' and tracking_key > ${after}
      order by tracking_key limit ${keysAtOnce})
    union
    (select tracking_key from transfer where operation_date = ${operation_date} and tracking_key > ${after}
      order by tracking_key limit ${keysAtOnce})
    order by tracking_key limit ${keysAtOnce}`.execute(trx)
  return rows.map(({ tracking_key }) => tracking_key)
}

/** No movement of the lender's own explains the order: none by hand, and none from the list that staff have settled. */
const isUnexplained = sql`not exists (
    select from cash_movement as own
    where ${isRecordedByHand} and own.kind in ('withdrawal', 'fee') and own.amount_cents = -listed.amount_cents)
  and not exists (
    select from cash_movement as found join cash_movement as own on own.settles_id = found.id
    where found.stp_order_id = listed.stp_id and own.reverses_id is null and own.reversed_at is null)`

async function listedRows(trx: Trx, operation_date: string, keys: readonly string[]) {
  const { rows } = await sql<{ facts: StpOrder; read_at: string }>`
    select facts, read_at from stp_listed_order as listed
    where operation_date = ${operation_date} and order_type = 'E' and tracking_key = any(${keys}::text[])
      and ${isUnexplained}
    order by stp_id`.execute(trx)
  return rows
}

/** Compares and writes the orders with these keys. */
async function comparePart(trx: Trx, lists: ComparedLists, keys: readonly string[]) {
  const rows = await listedRows(trx, lists.operation_date, keys)
  const readAt = new Map(rows.map(({ facts, read_at }) => [facts.tracking_key, read_at]))
  const own = (await readOwnOrders(trx, keys)).map((row) =>
    ownOrderOf(row, readAt.get(row.tracking_key) ?? lists.sent_at, lists.booked_now),
  )
  const { orders, differences, totals } = compareDay(
    rows.map(({ facts }) => listedOrderOf(facts)),
    own,
  )
  const kinds = Map.groupBy(differences, ({ tracking_key }) => tracking_key)
  const findings = orders.map(
    (order): Finding => ({
      ...order,
      order_type: 'E',
      order_key: order.tracking_key,
      incoming_payment_id: null,
      kinds: (kinds.get(order.tracking_key) ?? []).map(({ kind }) => kind),
    }),
  )
  return { totals, opened: await writeFindings(trx, lists, findings) }
}

/**
 * Compares STP's stored list of sent orders with our orders and the ledger, 1,000 tracking keys at a time, so that
 * memory does not grow with the day. Returns the totals and the number of new differences.
 */
export async function compareSent(
  trx: Trx,
  lists: ComparedLists,
): Promise<{ totals: SentTotals; opened: number }> {
  let totals = emptyTotals()
  let opened = 0
  for (let after = ''; ; ) {
    const keys = await nextKeys(trx, lists.operation_date, after)
    const last = keys.at(-1)
    if (last === undefined) return { totals, opened }
    after = last
    const part = await comparePart(trx, lists, keys)
    totals = addTotals(totals, part.totals)
    opened += part.opened
  }
}
