import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'

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

function outbox(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      // It may hold a link that opens an account.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const stamp = Temporal.Now.instant().toString().replaceAll(':', '-')
      const text = `From: ${from}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`
      await writeFile(resolve(folder, `${stamp}-${randomUUID().slice(0, 8)}.txt`), text, { mode: 0o600 })
    },
  }
}

/** Sends by SMTP when SMTP_URL is set; otherwise writes each mail to a text file in DATA_DIR/outbox. */
export function openMailer(env: Pick<Env, 'smtp_url' | 'smtp_tls' | 'mail_from' | 'data_dir'>): Mailer {
  if (env.smtp_url === undefined) return outbox(resolve(env.data_dir, 'outbox'), env.mail_from)
  const transport = createTransport({ url: env.smtp_url, requireTLS: env.smtp_tls })
  return {
    async send(mail) {
      await transport.sendMail({ from: env.mail_from, ...mail })
    },
  }
}
