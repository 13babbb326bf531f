import type { Day, Instant } from '@quincena/domain/dates'
import { formatShortDate } from '@quincena/domain/format'
import { type ComparedOrder, compareDay, type Difference } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { listedOrderOf, ownOrderOf, readOwnOrders } from '../queries/own-orders.ts'
import { isStillHeld, publishDay } from './hold-day.ts'

interface Compared {
  operation_date: Day
  run: number
  asked_at: Instant
  orders: readonly StpOrder[]
  /** Ids of the orders that this run has booked from STP's list. */
  booked_now: ReadonlySet<number>
}

const rowsAtOnce = 500

const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
const sidesOf = ({ ours, stp, ledger }: ComparedOrder) => ({
  ours: json(ours),
  stp: json(stp),
  ledger: json(ledger),
})

async function replaceOrders(trx: Trx, operation_date: Day, orders: readonly ComparedOrder[]) {
  await trx.deleteFrom('reconciliation_order').where('operation_date', '=', operation_date).execute()
  for (let from = 0; from < orders.length; from += rowsAtOnce) {
    const rows = orders.slice(from, from + rowsAtOnce).map((order) => {
      const { tracking_key, transfer_id } = order
      return { operation_date, tracking_key, transfer_id, ...sidesOf(order) }
    })
    await trx.insertInto('reconciliation_order').values(rows).execute()
  }
}

interface Facts {
  operation_date: Day
  differences: readonly Difference[]
  now: Instant
}

/**
 * Inserts or updates differences and returns their ids. A difference that an admin closed stays closed; one that had
 * disappeared is open again.
 */
async function writeDifferences(trx: Trx, { operation_date, differences, now }: Facts): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < differences.length; from += rowsAtOnce) {
    const rows = differences.slice(from, from + rowsAtOnce).map((difference) => {
      const { kind, tracking_key, transfer_id } = difference
      const seen = { transfer_id, ...sidesOf(difference), seen_at: now }
      return { operation_date, kind, tracking_key, ...seen, found_at: now }
    })
    const written = await trx
      .insertInto('reconciliation_difference')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['operation_date', 'kind', 'tracking_key']).doUpdateSet((eb) => ({
          transfer_id: eb.ref('excluded.transfer_id'),
          ours: eb.ref('excluded.ours'),
          stp: eb.ref('excluded.stp'),
          ledger: eb.ref('excluded.ledger'),
          seen_at: eb.ref('excluded.seen_at'),
          closed_at: sql<string | null>`case when reconciliation_difference.closed_by is null
            then null else reconciliation_difference.closed_at end`,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...written.map(({ id }) => id))
  }
  return ids
}

/**
 * Stores the day's differences and closes the open ones that the comparison no longer has. Returns how many it opened
 * and closed.
 */
async function storeDifferences(trx: Trx, facts: Facts): Promise<{ opened: number; closed: number }> {
  const open = await trx
    .selectFrom('reconciliation_difference')
    .select('id')
    .where('operation_date', '=', facts.operation_date)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_by', 'is not', null)]))
    .execute()
  const before = new Set(open.map(({ id }) => id))
  const ids = await writeDifferences(trx, facts)
  const { numUpdatedRows } = await trx
    .updateTable('reconciliation_difference')
    .set({ closed_at: facts.now })
    .where('operation_date', '=', facts.operation_date)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`id <> all(${ids}::bigint[])`)
    .executeTakeFirst()
  return { opened: ids.filter((id) => !before.has(id)).length, closed: Number(numUpdatedRows) }
}

/** Counts the open differences of a day and stores the count on the day's row, by which the list of days filters. */
export async function countOpen(trx: Trx, operation_date: Day): Promise<number> {
  const { count } = await trx
    .selectFrom('reconciliation_difference')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_date', '=', operation_date)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('reconciliation')
    .set({ open_differences: count })
    .where('operation_date', '=', operation_date)
    .execute()
  return count
}

function newsText(operation_date: Day, open: number): string {
  const differences = open === 1 ? '1 diferencia' : `${open} diferencias`
  return `La conciliación del ${formatShortDate(operation_date)} tiene ${differences}`
}

/**
 * Compares STP's complete list with our current orders and the ledger, and stores totals, orders and differences in one
 * transaction. A difference that exists already keeps its row, its note and its closing.
 */
export async function storeComparison(deps: Deps, compared: Compared): Promise<void> {
  const { operation_date, run, asked_at, booked_now } = compared
  await deps.db.transaction().execute(async (trx) => {
    if (!(await isStillHeld(trx, compared))) return
    const now = isoOf(deps.clock())
    const listed = compared.orders.map(listedOrderOf)
    const tracking_keys = listed.map(({ tracking_key }) => tracking_key)
    const ownOrders = await readOwnOrders(trx, { operation_date, tracking_keys })
    const { orders, differences, totals } = compareDay(
      listed,
      ownOrders.map((row) => ownOrderOf(row, asked_at, booked_now)),
    )
    await replaceOrders(trx, operation_date, orders)
    const { opened, closed } = await storeDifferences(trx, { operation_date, differences, now })
    const open = await countOpen(trx, operation_date)
    await trx
      .updateTable('reconciliation')
      .set({ state: 'done', checked_at: now, finished_at: now, totals: JSON.stringify(totals) })
      .where('operation_date', '=', operation_date)
      .execute()
    const counts = { open, fresh: opened, gone: closed, settled: booked_now.size }
    await writeAudit(deps, trx, {
      context: null,
      action: 'reconciliation.done',
      subject: ['reconciliation', null],
      after: { operation_date, run, totals, ...counts },
    })
    if (opened > 0) {
      await notifyStaff(deps, trx, {
        title: 'Conciliación con diferencias',
        message: newsText(operation_date, open),
        reason_key: `reconciliation:${operation_date}:${run}`,
      })
    }
    await publishDay(deps, trx, operation_date)
  })
}
