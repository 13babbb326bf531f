import type { Day } from '@quincena/domain/dates'
import { shouldBookListed } from '@quincena/domain/reconciliation/book-from-list'
import type { Deps } from '../../../deps.ts'
import { recordOrder } from '../../transfers/commands/query-transfer.ts'
import { listedOrderOf, ordersBehindList } from '../queries/own-orders.ts'

/**
 * Books what STP's stored list of sent orders says and our records lack, each order in its own transaction and by the
 * rules of every answer of STP: a return whose callback was lost is booked like a confirmed callback. Returns the ids of
 * the orders that were written.
 */
export async function bookListed(deps: Deps, operation_date: Day): Promise<Set<number>> {
  const booked = new Set<number>()
  for (let after = 0; ; ) {
    const rows = await ordersBehindList(deps.db, operation_date, after)
    const last = rows.at(-1)
    if (last === undefined) return booked
    after = last.facts.id
    for (const { facts, is_known, transfer_id, ...own } of rows) {
      if (!shouldBookListed(own, listedOrderOf(facts), is_known)) continue
      try {
        await recordOrder(deps, transfer_id, facts)
        booked.add(transfer_id)
      } catch (error) {
        // The order remains a difference that staff see; the other orders continue.
        deps.log.error({ err: error, transfer_id }, 'reconciliation: order not written')
      }
    }
  }
}
