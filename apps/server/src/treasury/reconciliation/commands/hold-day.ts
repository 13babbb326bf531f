import type { Day } from '@quincena/domain/dates'
import { formatShortDate } from '@quincena/domain/format'
import { runningDay } from '@quincena/domain/mexico/operating-day'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'

/** After this time another process may take over a comparison that has not ended. */
const lease = { minutes: 10 }

/** Notifies the screens that show a day. The event's id is the day as a number, `20261120`. */
export async function publishDay(deps: Deps, trx: Trx, operation_date: Day) {
  const id = Number(operation_date.replaceAll('-', ''))
  await deps.events.publish(trx, { topic: 'reconciliation', id, user_ids: [], staff: true })
}

/** Returns the instant before which a running comparison must have started to be taken over. */
export function leaseStart(deps: Deps): string {
  return isoOf(deps.clock().subtract(lease))
}

/**
 * Queues the comparison of a day. A day that is queued or running gets no second job. Throws
 * `reconciliation.day_to_come` (422).
 */
export async function requestDay(
  deps: Deps,
  context: CommandContext,
  operation_date: Day,
): Promise<{ operation_date: Day }> {
  const time = await deps.stp.hours.at(deps.clock())
  if (operation_date > runningDay(time)) throw new AppError('reconciliation.day_to_come', 422)
  return runCommand(deps, context, async (trx) => {
    const requested_at = isoOf(deps.clock())
    const queued = await trx
      .insertInto('reconciliation')
      .values({ operation_date, state: 'queued', requested_at })
      .onConflict((conflict) =>
        conflict
          .column('operation_date')
          .doUpdateSet({ state: 'queued', requested_at, failure_reason: null })
          .where(sql<boolean>`reconciliation.state in ('done', 'failed')
            or greatest(reconciliation.requested_at, reconciliation.started_at) < ${leaseStart(deps)}`),
      )
      .returning('operation_date')
      .executeTakeFirst()
    if (queued !== undefined) {
      await deps.queue.send(trx, 'reconcile-day', { operation_date })
      await writeAudit(deps, trx, {
        context,
        action: 'reconciliation.requested',
        subject: ['reconciliation', null],
        after: { operation_date },
      })
      await publishDay(deps, trx, operation_date)
    }
    return { operation_date }
  })
}

/** Claims a day for comparison; returns the number of this run, or undefined while another run has the day. */
export function claimDay(deps: Deps, operation_date: Day): Promise<number | undefined> {
  const now = isoOf(deps.clock())
  return deps.db.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('reconciliation')
      .values({ operation_date, state: 'running', run: 1, requested_at: now, started_at: now })
      .onConflict((conflict) =>
        conflict
          .column('operation_date')
          .doUpdateSet({
            state: 'running',
            run: sql`reconciliation.run + 1`,
            started_at: now,
            failure_reason: null,
          })
          .where(
            sql<boolean>`reconciliation.state <> 'running' or reconciliation.started_at < ${leaseStart(deps)}`,
          ),
      )
      .returning('run')
      .executeTakeFirst()
    if (claimed !== undefined) await publishDay(deps, trx, operation_date)
    return claimed?.run
  })
}

interface Held {
  operation_date: Day
  run: number
}

/** Locks the day's row until the transaction ends. Returns false if another run has taken the day over. */
export async function isStillHeld(trx: Trx, { operation_date, run }: Held): Promise<boolean> {
  const row = await trx
    .selectFrom('reconciliation')
    .select('run')
    .where('operation_date', '=', operation_date)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records a failed comparison with its reason. Earlier results stay, and the day is tried again. Notifies staff if
 * `is_late`.
 */
export async function failDay(deps: Deps, held: Held & { reason: string; is_late: boolean }): Promise<void> {
  const { operation_date, run, reason, is_late } = held
  await deps.db.transaction().execute(async (trx) => {
    if (!(await isStillHeld(trx, held))) return
    const finished_at = isoOf(deps.clock())
    await trx
      .updateTable('reconciliation')
      .set({ state: 'failed', failure_reason: reason, finished_at })
      .where('operation_date', '=', operation_date)
      .execute()
    await writeAudit(deps, trx, {
      context: null,
      action: 'reconciliation.failed',
      subject: ['reconciliation', null],
      after: { operation_date, run, reason },
    })
    if (is_late) {
      await notifyStaff(deps, trx, {
        title: 'Conciliación pendiente',
        message: `No se ha podido conciliar el ${formatShortDate(operation_date)}. ${reason} Se intentará de nuevo.`,
        reason_key: `reconciliation-late:${operation_date}`,
      })
    }
    await publishDay(deps, trx, operation_date)
  })
}
