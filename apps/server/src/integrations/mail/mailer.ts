import type { BrandColors } from '@quincena/domain/brand/colors'
import { type Lender, tradeNameOf } from '@quincena/domain/lender/schema'
import { createTransport } from 'nodemailer'
import type { Env } from '../../env.ts'
import { counted } from '../failures.ts'
import { headerLine, renderMail, type Sender, siteOf } from './layout.ts'
import type { Mail } from './mail.ts'
import { mailFault } from './mail-fault.ts'
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
  'smtp_url' | 'smtp_tls' | 'mail_from' | 'data_dir' | 'public_url' | 'port' | 'base_path'
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

/** Whose mails are sent: the lender with its colours and the picture of its logo. */
export interface MailBrand {
  lender: Lender
  colors: BrandColors
  logo?: { type: 'image/png' | 'image/jpeg'; width: number; height: number; bytes: Buffer }
}

/** The layout's sender with the logo inside the HTML, for pages that show a mail. */
export function senderOf({ lender, colors, logo }: MailBrand, site: string): Sender {
  const src = logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`
  return {
    lender,
    colors,
    site,
    ...(logo && { logo: { src: src ?? '', width: logo.width, height: logo.height } }),
  }
}

/** Many mail programs show no picture that is inside the HTML: the logo is a part of the mail, which the HTML names. */
const logoPart = 'logo@marca'

const partsOf = ({ logo }: MailBrand) =>
  logo === undefined
    ? {}
    : {
        attachments: [
          {
            cid: logoPart,
            content: logo.bytes,
            contentType: logo.type,
            contentDisposition: 'inline' as const,
          },
        ],
      }

/** The sender's address, with the product's name unless MAIL_FROM has one. */
function fromOf(from: string, { lender }: MailBrand): string {
  return from.includes('<')
    ? from
    : `"${headerLine(tradeNameOf(lender)).replaceAll(/["\\]/g, '')}" <${from.trim()}>`
}

/**
 * Sends by SMTP when SMTP_URL is set; otherwise writes each mail to DATA_DIR/outbox. Every mail has the lender's layout;
 * the sender is MAIL_FROM, and answers go to the lender's e-mail address. `readBrand` gives the brand in force.
 */
export function openMailer(env: MailEnv, readBrand: () => Promise<MailBrand>): Mailer {
  const { mail_from } = env
  const site = siteOf(env)
  if (env.smtp_url === undefined)
    return {
      async send(mail) {
        const brand = await readBrand()
        const to = headerLine(mail.to)
        const rendered = renderMail(mail, senderOf(brand, site))
        await writeToOutbox(env.data_dir, { from: fromOf(mail_from, brand), to, ...rendered })
      },
      close: () => undefined,
    }
  const transport = createTransport({ url: env.smtp_url, requireTLS: env.smtp_tls, ...limits, ...pool })
  return {
    send: counted(
      'mail',
      async (mail: Mail) => {
        const brand = await readBrand()
        const sender = senderOf(brand, site)
        const attached = sender.logo && { logo: { ...sender.logo, src: `cid:${logoPart}` } }
        const { email } = brand.lender
        await transport.sendMail({
          from: fromOf(mail_from, brand),
          // An object is one address; a text could be a list of several.
          to: { name: '', address: headerLine(mail.to) },
          ...(email === '' ? {} : { replyTo: email }),
          ...headersOf(mail, mail_from),
          ...renderMail(mail, { ...sender, ...attached }),
          ...partsOf(brand),
          textEncoding: 'quoted-printable',
        })
      },
      (error) => !mailFault(error).is_final,
    ),
    close: () => transport.close(),
  }
}
