import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'

interface SecurityNews {
  user_id: number
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
  const person = await trx
    .selectFrom('app_user')
    .select(['email', 'first_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const reason_key = `security:${once ?? `${title}:${isoOf(deps.clock())}`}` as const
  const isNew = await notify(deps, trx, { recipient_id: user_id, title, message, reason_key })
  const text = `Hola, ${person.first_name}:\n\n${message}\n`
  const mail = { to: person.email, subject: title, text }
  if (once === undefined) return deps.queue.send(trx, 'send-mail', mail)
  if (isNew) await deps.queue.sendOnce(trx, 'send-mail', { data: mail, key: `${user_id}:${once}`, hours: 24 })
}
