import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'

interface SecurityNews {
  user_id: number
  /** A fixed text: it is the subject of the mail. */
  title: string
  message: string
  /** Key of a notice that is sent once; without it, the notice is sent each time. */
  once?: string
}

/** Notifies a user in the app and by mail about a security event, inside the caller's transaction. */
export async function notifyOfSecurityChange(
  deps: Deps,
  trx: Trx,
  { user_id, title, message, once }: SecurityNews,
): Promise<void> {
  const reason_key = `security:${once ?? `${title}:${isoOf(deps.clock())}`}` as const
  await notify(deps, trx, { recipient_id: user_id, title, message, reason_key })
}
