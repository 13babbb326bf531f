import { formatDateTime } from '@quincena/domain/format'
import { isoOf } from '../../../command/clock.ts'
import type { MailContent } from '../../../integrations/mail/mail.ts'
import { countUndelivered } from '../../../platform/notifications/queries/deliveries.ts'
import type { HealthCheck } from './health-check.ts'

/** The mail of the check; `when` as people read it. */
export const testMail = (when: string): MailContent => ({
  subject: 'Correo de prueba',
  preheader: 'Si lo lees, el correo funciona.',
  paragraphs: [`Este correo se pidió desde Diagnóstico el ${when}. Si lo lees, el correo funciona.`],
})

/** Days for which deliveries that were given up are counted. */
const countedDays = 7

/**
 * Sends a mail to the admin who runs the check, without the queue, so that a refusal shows at once; counts the mails and
 * messages of notices that fail.
 */
export const checkMail: HealthCheck = async ({ db, mailer, clock, env }, { context, step }) => {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow()
  const since = isoOf(clock().subtract({ hours: countedDays * 24 }))
  const { failing, given_up, skipped } = await step('count', () => countUndelivered(db, since))
  await step('deliver', () =>
    mailer.send({
      to: email,
      ...testMail(formatDateTime(isoOf(clock()))),
    }),
  )
  return {
    finding: env.smtp_url === undefined ? 'mail_kept' : 'mail_sent',
    facts: [
      { fact: 'address', value: email },
      { fact: 'deliveries_failing', value: failing },
      { fact: 'deliveries_given_up', value: given_up },
      { fact: 'deliveries_skipped', value: skipped },
    ],
  }
}
