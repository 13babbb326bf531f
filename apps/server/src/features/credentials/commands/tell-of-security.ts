import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notify } from '../../notifications/commands.ts'

interface SecurityNews {
  user_id: number
  title: string
  message: string
  /** The same reason tells nothing a second time. */
  reason_key?: string
}

/** Tells a person in the app and by mail what happened to their access, in the act's own transaction. */
export async function tellOfSecurity(
  deps: Deps,
  trx: Trx,
  { user_id, title, message, reason_key }: SecurityNews,
): Promise<void> {
  const person = await trx
    .selectFrom('app_user')
    .select(['email', 'first_name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const reason = reason_key ?? `security:${title}:${isoOf(deps.clock())}`
  await notify(deps, trx, { recipient_id: user_id, title, message, reason_key: reason })
  const text = `Hola, ${person.first_name}:\n\n${message}\n`
  await deps.queue.send(trx, 'send-mail', { to: person.email, subject: title, text })
}
