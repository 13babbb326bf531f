import { isoOf } from '../../../command/clock.ts'
import type { CommandContext, CommandLine } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps, Deps } from '../../../deps.ts'
import { type Auditing, writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { findStoredPause } from '../queries/payout-switch.ts'
import { everyOrder } from '../rules.ts'

interface Turn {
  /** Null: the server does it. */
  context: CommandContext | CommandLine | null
  paused: boolean
  reason: string
}

/** Pauses or resumes all payouts and writes the audit row. */
export async function turnPayouts(deps: Auditing, trx: Trx, { context, paused, reason }: Turn) {
  // Waits for every claim and acceptance in progress and for other changes, so that `before` is the previous value.
  await takeLock(trx, 'payout_switch')
  const before = await findStoredPause(trx)
  const value = {
    ...{ paused, by: context?.user?.id ?? null, reason: reason === '' ? null : reason },
    ...(context?.user === null && { is_command_line: true as const }),
  }
  await writeSetting(trx, 'payouts_paused', { value, updated_at: isoOf(deps.clock()) })
  await writeAudit(deps, trx, {
    context,
    action: paused ? 'payouts.paused' : 'payouts.resumed',
    subject: ['setting', null],
    before: { paused: before },
    after: value,
  })
}

/** Pauses or resumes all payouts and notifies staff, inside the caller's transaction. */
export async function switchPayouts(
  deps: CommandLineDeps,
  trx: Trx,
  { context, paused, reason }: Turn,
): Promise<void> {
  await turnPayouts(deps, trx, { context, paused, reason })
  await notifyStaff(deps, trx, {
    title: paused ? 'Envíos de dinero en pausa' : 'Envíos de dinero reanudados',
    message: paused ? reason : 'Las órdenes que esperaban se envían ahora.',
    reason_key: `payouts:${isoOf(deps.clock())}`,
  })
  await deps.events.publish(trx, { topic: 'transfer', id: everyOrder, user_ids: [], staff: true })
}

/**
 * Pauses or resumes all payouts and notifies staff; pausing needs a reason. Waiting orders stay `pending` and are sent
 * when payouts resume.
 */
export function pausePayouts(
  deps: Deps,
  context: CommandContext,
  { paused, reason = '' }: { paused: boolean; reason?: string | undefined },
) {
  return runCommand(deps, context, async (trx) => {
    await switchPayouts(deps, trx, { context, paused, reason })
    return { paused }
  })
}
