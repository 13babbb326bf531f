import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notify } from '../../notifications/commands.ts'

interface SecurityNews {
  user_id: number
  title: string
  message: string
  /** What is told once a day at most; anything else each time. */
  once?: string
}

/** Tells a person in the app and by mail what happened to their access, in the act's own transaction. */
export async function tellOfSecurity(
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
  await notify(deps, trx, { recipient_id: user_id, title, message, reason_key })
  const text = `Hola, ${person.first_name}:\n\n${message}\n`
  const mail = { to: person.email, subject: title, text }
  if (once === undefined) return deps.queue.send(trx, 'send-mail', mail)
  await deps.queue.sendOnce(trx, 'send-mail', { data: mail, key: `${user_id}:${once}`, hours: 24 })
}
