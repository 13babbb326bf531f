import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { forgetCodes } from './devices.ts'
import { findSession } from './find-session.ts'

interface Ending {
  user_id: number
  except: number | null
  /** Ends only the sessions on this device. */
  device_id?: number
}

/** Ends all sessions of a user except `except`, inside the caller's transaction. */
export async function endSessions(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { user_id, except, device_id }: Ending,
): Promise<void> {
  await trx
    .updateTable('session')
    .set({ ended_at: isoOf(deps.clock()) })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('id', '<>', except ?? 0)
    .$if(device_id !== undefined, (there) => there.where('device_id', '=', device_id ?? 0))
    .execute()
}

/**
 * Ends one of the caller's own sessions; returns false if there is no such open session. After ending a session other
 * than the current one, its device needs a code at its next sign-in, even if it gave one recently.
 */
export async function endSession(deps: Deps, context: CommandContext, session_id: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: isoOf(deps.clock()) })
      .where('id', '=', session_id)
      .where('user_id', '=', context.user.id)
      .where('ended_at', 'is', null)
      .returning(['id', 'device_id'])
      .executeTakeFirst()
    if (ended === undefined) return false
    const isAway = session_id !== context.session_id
    if (isAway && ended.device_id !== null) await forgetCodes(trx, context.user.id, ended.device_id)
    await writeAudit(deps, trx, { context, action: 'session.ended', subject: ['session', session_id] })
    return true
  })
}

/**
 * Ends the session of a token that a new session replaces in the same browser, where nobody could end it afterwards.
 * Does nothing if it has ended.
 */
export async function endReplacedSession(deps: Deps, token: string, origin: Origin): Promise<void> {
  const replaced = await findSession(deps, token, { passive: true, ends: true })
  if (replaced === undefined) return
  const { user, session_id } = replaced
  await endSession(deps, { user, session_id, ...origin }, session_id)
}
