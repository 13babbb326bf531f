import type { StpBalance } from '@quincena/domain/reconciliation/schema'
import { sql } from 'kysely'
import type { Db } from '../../lib/deps.ts'

/** Centavos that wait to go out: signed and not with STP yet, or returned by the bank; and those that are only offered. */
async function waitingToLeave(db: Db): Promise<Pick<StpBalance, 'to_pay_out' | 'offered'>> {
  const unsent = db
    .selectFrom('transfer')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('total'))
    .where('status', 'in', ['pending', 'unknown'])
  const loans = (state: 'payout_returned' | 'approved') =>
    db
      .selectFrom('loan')
      .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('total'))
      .where('state', '=', state)
  const [orders, returned, offers] = await Promise.all([
    unsent.executeTakeFirstOrThrow(),
    loans('payout_returned').executeTakeFirstOrThrow(),
    loans('approved').executeTakeFirstOrThrow(),
  ])
  return { to_pay_out: orders.total + returned.total, offered: offers.total }
}

/** The balance as STP last told it, and what waits to leave as it stands now. Asks nobody. */
export async function readBalance(db: Db): Promise<StpBalance> {
  const row = await db.selectFrom('stp_balance').selectAll().where('id', '=', 1).executeTakeFirst()
  const { balance_cents = null, ledger_cents = null, pending_cents = null } = row ?? {}
  return {
    balance: balance_cents,
    pending: pending_cents,
    asked_at: row?.asked_at ?? null,
    ledger_balance: ledger_cents,
    difference: balance_cents === null || ledger_cents === null ? null : balance_cents - ledger_cents,
    failure_reason: row?.failure_reason ?? null,
    ...(await waitingToLeave(db)),
  }
}
