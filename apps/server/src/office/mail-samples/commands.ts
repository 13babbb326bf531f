import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { mailFault } from '../../integrations/mail/mail-fault.ts'
import { findSample } from './queries.ts'

/**
 * Sends a kind of mail with sample data to the admin who asks, without the queue, so that a refusal shows at once.
 * Returns the address. Throws `mail.unknown` (404), and `mail.not_sent` (502) if the mail server does not take it.
 */
export async function sendSample(
  deps: Deps,
  { user }: CommandContext,
  kind: string,
): Promise<{ to: string }> {
  const sample = findSample(deps, kind)
  if (sample === undefined) throw new AppError('mail.unknown', 404)
  const { email } = await deps.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await deps.mailer.send({ ...sample.mail, to: email }).catch((error: unknown) => {
    deps.log.warn({ kind, reason: mailFault(error).reason }, 'sample not sent')
    throw new AppError('mail.not_sent', 502)
  })
  return { to: email }
}
