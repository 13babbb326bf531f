import type { Day } from '@quincena/domain/dates'
import { formatMoney, formatShortDate } from '@quincena/domain/format'
import type { DayTotals } from '@quincena/domain/reconciliation/compare'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { findList } from '../../stp-lists/queries/stored-list.ts'
import { countDoubts } from '../queries/doubts.ts'
import { receivedTotals } from '../queries/received-sides.ts'
import { compareReceivedLists } from './compare-received.ts'
import { compareSent } from './compare-sent.ts'
import { isStillHeld, publishDay } from './hold-day.ts'
import { clearOrders, closeUnseen } from './write-findings.ts'

interface Compared {
  operation_date: Day
  run: number
  /** Ids of the orders that this run has booked from STP's list. */
  booked_now: ReadonlySet<number>
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

interface News {
  operation_date: Day
  open: number
  doubts: { count: number; amount: number }
}

/** Returns the text of a notice, such as «tiene 2 diferencias y 4 órdenes en duda por $106,500.00». */
function newsText({ operation_date, open, doubts }: News): string {
  const parts: string[] = []
  if (open > 0) parts.push(open === 1 ? '1 diferencia' : `${open} diferencias`)
  if (doubts.count > 0) {
    const orders = doubts.count === 1 ? '1 orden' : `${doubts.count} órdenes`
    parts.push(`${orders} en duda por ${formatMoney(doubts.amount)}`)
  }
  return `La conciliación del ${formatShortDate(operation_date)} tiene ${parts.join(' y ')}`
}

/** Stores the result on the day's row and returns how many orders were in doubt at the comparison before. */
async function storeDay(
  trx: Trx,
  operation_date: Day,
  result: { now: string; totals: DayTotals; doubts: number },
): Promise<number> {
  const { now, totals, doubts } = result
  const before = await trx
    .selectFrom('reconciliation')
    .select('doubts')
    .where('operation_date', '=', operation_date)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('reconciliation')
    .set({ state: 'done', checked_at: now, finished_at: now, totals: JSON.stringify(totals), doubts })
    .where('operation_date', '=', operation_date)
    .execute()
  return before.doubts
}

/**
 * Compares STP's stored lists with our current orders, our incoming payments and the ledger, and stores totals, orders
 * and differences in one transaction. A difference that exists already keeps its row, its note and its closing.
 */
export async function storeComparison(deps: Deps, compared: Compared): Promise<void> {
  const { operation_date, run, booked_now } = compared
  const sent = await findList(deps.db, { operation_date, order_type: 'E' })
  const received = await findList(deps.db, { operation_date, order_type: 'R' })
  await deps.db.transaction().execute(async (trx) => {
    if (!(await isStillHeld(trx, compared))) return
    const now = isoOf(deps.clock())
    const lists = {
      ...{ operation_date, run, now, booked_now },
      ...{ sent_at: sent?.whole_at ?? now, received_at: received?.whole_at ?? now },
    }
    await clearOrders(trx, operation_date)
    const { totals: sentTotals, opened: openedSent } = await compareSent(trx, lists)
    const opened = openedSent + (await compareReceivedLists(trx, lists))
    const closed = await closeUnseen(trx, lists)
    const open = await countOpen(trx, operation_date)
    const totals = { ...sentTotals, received: await receivedTotals(trx, operation_date) }
    const doubts = await countDoubts(trx, operation_date, deps.clock())
    const doubtsBefore = await storeDay(trx, operation_date, { now, totals, doubts: doubts.count })
    const counts = { open, fresh: opened, gone: closed, settled: booked_now.size, in_doubt: doubts.count }
    await writeAudit(deps, trx, {
      context: null,
      action: 'reconciliation.done',
      subject: ['reconciliation', null],
      after: { operation_date, run, totals, ...counts },
    })
    if (opened > 0 || doubts.count > doubtsBefore) {
      await notifyStaff(deps, trx, {
        title: opened > 0 ? 'Conciliación con diferencias' : 'Conciliación con órdenes en duda',
        message: newsText({ operation_date, open, doubts }),
        reason_key: `reconciliation:${operation_date}:${run}`,
      })
    }
    await publishDay(deps, trx, operation_date)
  })
}
