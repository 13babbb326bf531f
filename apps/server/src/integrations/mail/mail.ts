import type { Figure } from '@quincena/domain/mails/schema'

/** What a mail says. All of it is plain text; the layout escapes it. */
export interface MailContent {
  /** Has no name, amount, folio or account: it is read on locked screens. */
  subject: string
  /** What lists of mails show after the subject; private like the subject. */
  preheader: string
  /** The first name of the addressee. */
  greeting?: string | undefined
  paragraphs: readonly string[]
  /** Facts such as amounts and days, each as a row. */
  figures?: readonly Figure[] | undefined
  /** A code that the addressee types. */
  code?: string | undefined
  button?: { label: string; url: string } | undefined
  /** Small paragraphs below the button. */
  closing?: readonly string[] | undefined
  /** True: the foot leads to the screen that turns such mails off. */
  has_settings?: boolean | undefined
}

/** A mail to one address. */
export interface Mail extends MailContent {
  to: string
  /** Identifies the mail to mail servers and clients over retries; by default each attempt gets a new one. */
  key?: string | undefined
}
