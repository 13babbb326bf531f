import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'
import { counted } from '../failures.ts'
import { headerLine, renderMail, siteOf } from './layout.ts'
import type { Mail } from './mail.ts'
import { writeToOutbox } from './outbox.ts'

/** Sends mail. */
export interface Mailer {
  /** Resolves once the mail is handed over; throws if that fails. */
  send: (mail: Mail) => Promise<void>
  /** Ends the open connections to the mail server. */
  close: () => void
}

type MailEnv = Pick<
  Env,
  'smtp_url' | 'smtp_tls' | 'mail_from' | 'data_dir' | 'lender' | 'public_url' | 'port' | 'base_path'
>

/** Times after which an attempt fails, so that a mail server that does not answer holds up no others. */
const limits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
/** A close of the month sends some thousands of mails: connections are used again. */
const pool = { pool: true, maxConnections: 4, maxMessages: 100 } as const

/** The part of the sender's address that names the domain of Message-IDs. */
const domainOf = (from: string) => /@([^<>@\s]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'

/** The headers of a mail that a program sends: no automatic answers, and one Message-ID for all attempts. */
function headersOf({ key }: Mail, from: string) {
  return {
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    ...(key !== undefined && { messageId: `<${key.replace(/[^\w.-]/g, '-')}@${domainOf(from)}>` }),
  }
}

/**
 * Sends by SMTP when SMTP_URL is set; otherwise writes each mail to DATA_DIR/outbox. Every mail has the lender's layout;
 * the sender is MAIL_FROM, and answers go to LENDER_EMAIL.
 */
export function openMailer(env: MailEnv): Mailer {
  const { mail_from: from, lender } = env
  const render = (mail: Mail) => renderMail(mail, { lender, site: siteOf(env) })
  if (env.smtp_url === undefined)
    return {
      send: (mail) => writeToOutbox(env.data_dir, { from, to: headerLine(mail.to), ...render(mail) }),
      close: () => undefined,
    }
  const transport = createTransport({ url: env.smtp_url, requireTLS: env.smtp_tls, ...limits, ...pool })
  return {
    send: counted('mail', async (mail: Mail) => {
      await transport.sendMail({
        from,
        // An object is one address; a text could be a list of several.
        to: { name: '', address: headerLine(mail.to) },
        ...(lender.email === '' ? {} : { replyTo: lender.email }),
        ...headersOf(mail, from),
        ...render(mail),
        textEncoding: 'quoted-printable',
      })
    }),
    close: () => transport.close(),
  }
}
