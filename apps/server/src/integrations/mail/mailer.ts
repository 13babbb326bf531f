import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
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

/** SMTP where SMTP_URL is set; otherwise mail stays in DATA_DIR/outbox, to be read there. */
export function openMailer(env: Pick<Env, 'smtp_url' | 'mail_from' | 'data_dir'>): Mailer {
  if (env.smtp_url === undefined) return outbox(resolve(env.data_dir, 'outbox'), env.mail_from)
  const transport = createTransport(env.smtp_url)
  return {
    async send(mail) {
      await transport.sendMail({ from: env.mail_from, ...mail })
    },
  }
}
