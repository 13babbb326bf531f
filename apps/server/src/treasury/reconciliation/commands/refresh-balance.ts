import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { QueryPurpose } from '../../../integrations/stp/permit.ts'
import { publishBalance } from '../../balance-checks/commands/publish-balance.ts'
import { storeCheck } from '../../balance-checks/commands/store-check.ts'
import { readBooks } from '../../balance-checks/queries/books.ts'
import { reasonText } from './read-lists.ts'

/** The minimum interval between two balance queries. */
const oldest = { minutes: 10 }

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

/** A little more than the interval of checks that find the same difference, see `LASTING_AFTER`. */
const recheckAfter_s = 11 * 60

/** Queues another check after ten minutes, unless one is queued or made meanwhile. */
const recheckLater = (deps: Deps, trx: Trx) =>
  deps.queue.sendMany(trx, 'recheck-balance', [{ data: {}, after_s: recheckAfter_s }])

async function storeFailure(deps: Deps, failure_reason: string) {
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('stp_balance').set({ failure_reason }).where('id', '=', 1).execute()
    await publishBalance(deps, trx)
  })
}

/** Locks the row of the last answer, which exists after the first call; two checks are stored one after the other. */
async function lockBalance(deps: Deps, trx: Trx) {
  const now = isoOf(deps.clock())
  await trx
    .insertInto('stp_balance')
    .values({ tried_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return trx
    .selectFrom('stp_balance')
    .select('asked_at')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Queries STP for the balance of the paying account, stores it in centavos and compares it with the books, which it
 * reads just before and just after the call. Without an answer, the older balance and its time stay. `purpose` says
 * whose share of the hour's queries the call uses.
 */
export async function refreshBalance(deps: Deps, purpose: QueryPurpose = 'staff'): Promise<void> {
  const checked_at = deps.clock()
  const before = await readBooks(deps.db, checked_at)
  const result = await deps.stp.getBalance({ purpose })
  if (result.outcome === 'unknown') {
    deps.log.warn({ reason: result.reason, detail: result.detail }, 'STP gave no balance')
    return storeFailure(deps, reasonText(result.reason))
  }
  const after = await readBooks(deps.db, deps.clock())
  const { balance, pending } = result
  await deps.db.transaction().execute(async (trx) => {
    const { asked_at } = await lockBalance(deps, trx)
    const needsAnother = await storeCheck(deps, trx, { balance, pending, books: [before, after], checked_at })
    if (needsAnother) await recheckLater(deps, trx)
    if (asked_at !== null && asked_at > isoOf(checked_at)) return
    await trx
      .updateTable('stp_balance')
      .set({
        ...{ failure_reason: null, asked_at: isoOf(checked_at), tried_at: isoOf(checked_at) },
        ...{ balance_cents: balance, pending_cents: pending, ledger_cents: after.cash },
      })
      .where('id', '=', 1)
      .execute()
    await publishBalance(deps, trx)
  })
}
