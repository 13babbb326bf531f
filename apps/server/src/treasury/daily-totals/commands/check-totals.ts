import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { comparedAccounts, comparedTotals } from '../queries/kept-totals.ts'

/**
 * Compares the kept totals of days and bank accounts with the entries that they hold and stores the result. Notifies admins of wrong totals, once
 * a day.
 */
export async function checkTotals(deps: Deps): Promise<void> {
  const now = deps.clock()
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from (
      select kept_debit, kept_credit, kept_entries, debit, credit, entries from (${comparedTotals}) as of_day
      union all
      select kept_debit, kept_credit, kept_entries, debit, credit, entries from (${comparedAccounts}) as of_account
    ) as compared
    where (kept_debit, kept_credit, kept_entries) is distinct from (debit, credit, entries)`.execute(deps.db)
  const wrong = rows[0]?.wrong ?? 0
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('ledger_total_mark')
      .set({ checked_at: isoOf(now), wrong_totals: wrong })
      .execute()
    if (wrong === 0) return
    await notifyStaff(deps, trx, {
      title: 'Los totales del libro no cuadran',
      message: `${wrong} ${wrong === 1 ? 'total no coincide' : 'totales no coinciden'} con los movimientos. No uses la balanza ni los saldos de los bancos hasta que se corrijan; Diagnóstico dice cuáles son.`,
      reason_key: `daily-totals:${businessDay(now)}`,
      user_types: ['U0'],
    })
  })
  if (wrong > 0) deps.log.error({ wrong }, 'kept daily totals differ from the ledger')
}
