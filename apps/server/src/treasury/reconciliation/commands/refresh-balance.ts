import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { reasonText } from './read-lists.ts'

/** The minimum interval between two balance queries. */
const oldest = { minutes: 10 }

async function publishBalance(deps: Deps, trx: Trx) {
  await deps.events.publish(trx, { topic: 'balance', id: 1, user_ids: [], staff: true })
}

/** Queues a query of the balance unless one was queued within ten minutes; does not wait for the answer. */
export async function scheduleBalance(deps: Deps): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const due = await trx
      .insertInto('stp_balance')
      .values({ tried_at: isoOf(now) })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ tried_at: isoOf(now) })
          .where('stp_balance.tried_at', '<=', isoOf(now.subtract(oldest))),
      )
      .returning('id')
      .executeTakeFirst()
    if (due !== undefined) await deps.queue.send(trx, 'ask-balance', {})
  })
}

const ledgerCash = sql<number>`
  (select coalesce(sum(amount_cents), 0) from ledger_entry where debit_account = 'stp_cash')
  - (select coalesce(sum(amount_cents), 0) from ledger_entry where credit_account = 'stp_cash')`

/**
 * Queries STP for the balance of the paying account and stores it in centavos. Without an answer, the older balance and
 * its time stay.
 */
export async function refreshBalance(deps: Deps): Promise<void> {
  const result = await deps.stp.getBalance({ purpose: 'staff' })
  if (result.outcome === 'unknown')
    deps.log.warn({ reason: result.reason, detail: result.detail }, 'STP gave no balance')
  const changes =
    result.outcome === 'unknown'
      ? { failure_reason: reasonText(result.reason) }
      : {
          failure_reason: null,
          asked_at: isoOf(deps.clock()),
          balance_cents: result.balance,
          pending_cents: result.pending,
          ledger_cents: ledgerCash,
        }
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('stp_balance').set(changes).where('id', '=', 1).execute()
    await publishBalance(deps, trx)
  })
}
