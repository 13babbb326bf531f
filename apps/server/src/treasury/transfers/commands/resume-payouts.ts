import { z } from 'zod'
import type { CommandLine } from '../../../command/context.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps } from '../../../deps.ts'
import { requestOfCommandLine } from '../../../platform/approvals/commands/request-approval.ts'
import type { SystemAction } from '../../../platform/approvals/handlers.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { switchPayouts } from './pause-payouts.ts'

/** `paused_at`: the pause that ends; a later one is another. */
const resumption = z.object({ reason: z.string(), paused_at: z.string() })
type Resumption = z.output<typeof resumption>

/** Locks the switch and reads the pause; null if payouts are not paused. */
export async function lockPause(trx: Trx): Promise<{ reason: string | null; paused_at: string } | null> {
  await takeLock(trx, 'payout_switch')
  const stored = await readSetting(trx, 'payouts_paused')
  if (stored?.value.paused !== true) return null
  return { reason: stored.value.reason, paused_at: stored.updated_at }
}

/** Resuming all payouts, which the command line asks an admin. */
export const resumeAction: SystemAction<typeof resumption> = {
  ...{ name: 'payouts.resume', payload: resumption, deciders: 'admin', is_single: true },
  requesters: 'command line',
  subjectOf: () => ['setting', 0],
  async describe(trx, { reason }: Resumption) {
    const pause = await lockPause(trx)
    const lines = [
      { label: 'Motivo de la pausa', value: pause?.reason ?? 'Sin motivo' },
      { label: 'Motivo para reanudar', value: reason },
    ]
    return { title: 'Reanudar los envíos de dinero', amount: null, person: null, lines }
  },
  async isUnchanged(trx, { paused_at }: Resumption) {
    return (await lockPause(trx))?.paused_at === paused_at
  },
  async execute(deps, trx, { context, payload: { reason } }) {
    await switchPayouts(deps, trx, { context, paused: false, reason })
    return {}
  },
}

/** Asks an admin to end the pause. The switch is locked. */
export function requestResumption(
  deps: CommandLineDeps,
  trx: Trx,
  { context, ...payload }: Resumption & { context: CommandLine },
): Promise<number> {
  return requestOfCommandLine(deps, trx, { context, action: resumeAction, payload })
}
