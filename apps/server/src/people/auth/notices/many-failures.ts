import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { JobData } from '../../../jobs/queue.ts'
import { notifyOfSecurityChange } from './security-change.ts'

const title = 'Muchos intentos fallidos de entrar'

/**
 * Notifies a user and all admins, once a day each, that somebody failed many times to sign in with the user's address.
 * Does nothing if no active user has the address.
 */
export async function alertOfFailures(deps: Deps, { email }: JobData['alert-failures']): Promise<void> {
  const person = await deps.db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (person === undefined) return
  const once = `failures:${person.id}:${isoOf(deps.clock()).slice(0, 10)}`
  const admins = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .where('id', '<>', person.id)
    .execute()
  await deps.db.transaction().execute(async (trx) => {
    await notifyOfSecurityChange(deps, trx, {
      user_id: person.id,
      words: wordsOf('notice_many_failures', {}),
      once,
    })
    for (const { id } of admins)
      await notifyOfSecurityChange(deps, trx, {
        user_id: id,
        title,
        message: `Alguien intentó entrar muchas veces a la cuenta de ${person.first_name} ${person.last_name} (${email}).`,
        once,
      })
  })
}
