import { formatDateTime } from '@quincena/domain/format'
import { isoOf } from '../../../command/clock.ts'
import type { HealthCheck } from './health-check.ts'

/** Sends a mail to the admin who runs the check, without the queue, so that a refusal shows at once. */
export const checkMail: HealthCheck = async ({ db, mailer, clock, env }, { context, step }) => {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow()
  const when = formatDateTime(isoOf(clock()))
  await step('deliver', () =>
    mailer.send({
      to: email,
      subject: 'Quincena: correo de prueba',
      text: `Este correo se pidió desde Diagnóstico el ${when}. Si lo lees, el correo funciona.`,
    }),
  )
  return {
    finding: env.smtp_url === undefined ? 'mail_kept' : 'mail_sent',
    facts: [{ fact: 'address', value: email }],
  }
}
