import type { StpBalance } from '@quincena/domain/reconciliation/schema'
import { UNSENT_TRANSFERS } from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { isTransferIn } from '../../transfers/queries/transfer-predicates.ts'

/**
 * Sums in centavos the money that waits to leave: `to_pay_out` is signed and not with STP yet, or returned; `offered`
 * is not accepted yet.
 */
async function waitingToLeave(db: Db): Promise<Pick<StpBalance, 'to_pay_out' | 'offered'>> {
  const unsent = db
    .selectFrom('transfer')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('total'))
    .where(isTransferIn('transfer', UNSENT_TRANSFERS))
  const loans = (state: 'payout_returned' | 'approved') =>
    db
      .selectFrom('loan_summary')
      .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('total'))
      .where('state', '=', state)
  const [orders, returned, offers] = await Promise.all([
    unsent.executeTakeFirstOrThrow(),
    loans('payout_returned').executeTakeFirstOrThrow(),
    loans('approved').executeTakeFirstOrThrow(),
  ])
  return { to_pay_out: orders.total + returned.total, offered: offers.total }
}

/** Returns STP's last known balance and the money that waits to leave now, in centavos. Does not query STP. */
export async function readBalance(db: Db): Promise<StpBalance> {
  const row = await db.selectFrom('stp_balance').selectAll().where('id', '=', 1).executeTakeFirst()
  const check = await db
    .selectFrom('balance_check')
    .select(['difference_cents', 'verdict'])
    .select((eb) =>
      eb
        .selectFrom('balance_check as v')
        .select((of) => of.fn.max('v.checked_at').as('at'))
        .where('v.verdict', '=', 'verified')
        .as('verified_at'),
    )
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { balance_cents = null, ledger_cents = null, pending_cents = null } = row ?? {}
  return {
    balance: balance_cents,
    pending: pending_cents,
    asked_at: row?.asked_at ?? null,
    ledger_balance: ledger_cents,
    difference: check?.difference_cents ?? null,
    verdict: check?.verdict ?? null,
    verified_at: check?.verified_at ?? null,
    failure_reason: row?.failure_reason ?? null,
    ...(await waitingToLeave(db)),
  }
}
