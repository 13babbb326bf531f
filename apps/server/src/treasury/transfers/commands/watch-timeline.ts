import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { findStoredPause } from '../queries/payout-switch.ts'
import { everyOrder } from '../rules.ts'
import { turnPayouts } from './pause-payouts.ts'

const reason =
  'La base de datos cambió de servidor y pudo perder los últimos movimientos. Antes de reanudar, compara con STP el día de hoy y rechaza las ofertas que STP ya pagó.'

async function currentTimeline({ env }: Pick<Deps, 'env'>, trx: Trx): Promise<string | null> {
  if (env.database_keeps_commits) return null
  const { rows } = await sql<{ timeline: string | null }>`select wal_timeline() as timeline`.execute(trx)
  return rows[0]?.timeline ?? null
}

/** Pauses payouts unless they are, whose reason stays. */
async function pauseAfterFailover(deps: Deps, trx: Trx) {
  if (await findStoredPause(trx)) return
  await turnPayouts(deps, trx, { context: null, paused: true, reason })
  await notifyStaff(deps, trx, {
    title: 'Envíos de dinero en pausa',
    message: reason,
    reason_key: `payouts:${isoOf(deps.clock())}`,
  })
  await deps.events.publish(trx, { topic: 'transfer', id: everyOrder, user_ids: [], staff: true })
}

/**
 * Stores the timeline of the database. If it is another than the stored one, the database may have forgotten orders that
 * STP has, and would pay them twice: payouts are paused, and `holdPayoutSwitch` says so even before this ran. With
 * DATABASE_KEEPS_COMMITS=1 no timeline is stored, so payouts go on.
 */
export async function watchTimeline(deps: Deps): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const timeline = await currentTimeline(deps, trx)
    const stored = (await readSetting(trx, 'database_timeline'))?.value.timeline ?? null
    if (stored === timeline) return
    await takeLock(trx, 'payout_switch')
    if (stored !== null && timeline !== null) await pauseAfterFailover(deps, trx)
    await writeSetting(trx, 'database_timeline', { value: { timeline }, updated_at: isoOf(deps.clock()) })
  })
}
