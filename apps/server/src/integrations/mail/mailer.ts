import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'
import { writeToOutbox } from './outbox.ts'

/** A plain-text mail. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. */
export interface Mailer {
  /** Resolves once the mail is handed over; throws if that fails. */
  send: (mail: Mail) => Promise<void>
}

/** Sends by SMTP when SMTP_URL is set; otherwise writes each mail to a text file in DATA_DIR/outbox. */
export function openMailer(env: Pick<Env, 'smtp_url' | 'smtp_tls' | 'mail_from' | 'data_dir'>): Mailer {
  const from = env.mail_from
  if (env.smtp_url === undefined) return { send: (mail) => writeToOutbox(env.data_dir, { from, ...mail }) }
  const transport = createTransport({ url: env.smtp_url, requireTLS: env.smtp_tls })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}
