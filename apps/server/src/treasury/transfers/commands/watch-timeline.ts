import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { everyOrder } from '../rules.ts'
import { turnPayouts } from './pause-payouts.ts'

const failover =
  'La base de datos cambió de servidor y pudo perder los últimos movimientos. Antes de reanudar, compara con STP cada día de operación desde el último movimiento que aparece aquí, al menos hoy y el anterior, y rechaza las ofertas que STP ya pagó.'

async function currentTimeline(trx: Trx): Promise<string | null> {
  const { rows } = await sql<{ timeline: string | null }>`select wal_timeline() as timeline`.execute(trx)
  return rows[0]?.timeline ?? null
}

async function storedTimeline(trx: Trx): Promise<string | null> {
  return (await readSetting(trx, 'database_timeline'))?.value.timeline ?? null
}

/** The reason of a pause that somebody set before the failover stays in front of ours. */
async function reasonFor(trx: Trx): Promise<string> {
  const pause = (await readSetting(trx, 'payouts_paused'))?.value
  return pause?.paused && pause.reason ? `${pause.reason}. ${failover}` : failover
}

async function pauseAfterFailover(deps: Deps, trx: Trx) {
  const reason = await reasonFor(trx)
  await turnPayouts(deps, trx, { context: null, paused: true, reason })
  await notifyStaff(deps, trx, {
    title: 'Envíos de dinero en pausa',
    message: failover,
    reason_key: `payouts:${isoOf(deps.clock())}`,
  })
  await deps.events.publish(trx, { topic: 'transfer', id: everyOrder, user_ids: [], staff: true })
}

/**
 * Stores the timeline of the database. If it is another than the stored one, or no longer known, the database may have
 * forgotten orders that STP has, and would pay them twice: payouts are paused, and `holdPayoutSwitch` says so even before
 * this ran. With DATABASE_KEEPS_COMMITS=1 no timeline is stored, so payouts go on.
 */
export async function watchTimeline(deps: Deps): Promise<void> {
  const { database_keeps_commits } = deps.env
  await deps.db.transaction().execute(async (trx) => {
    const timeline = database_keeps_commits ? null : await currentTimeline(trx)
    if ((await storedTimeline(trx)) === timeline) return
    await takeLock(trx, 'payout_switch')
    const stored = await storedTimeline(trx)
    // Another process stored it meanwhile.
    if (stored === timeline) return
    if (stored !== null && !database_keeps_commits) await pauseAfterFailover(deps, trx)
    await writeSetting(trx, 'database_timeline', { value: { timeline }, updated_at: isoOf(deps.clock()) })
  })
}
