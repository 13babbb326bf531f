import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { Deps } from '../../deps.ts'
import type { MailContent } from '../../integrations/mail/mail.ts'
import { wordedMail } from '../../platform/mail/presenters.ts'

/** To the lender: somebody sent a request about their personal data; the folio is not in the subject. */
export const receivedMail = (title: string, message: string): MailContent => ({
  subject: 'Solicitud de datos personales por responder',
  preheader: 'La ley fija un plazo para responderla.',
  paragraphs: [`${title}. ${message}`],
})

/** To the sender of a request: the answer. */
export const answerMail = (
  { texts }: Pick<Deps, 'texts'>,
  { folio, user_name, answer }: { folio: string; user_name: string; answer: string },
): MailContent => ({
  greeting: user_name,
  ...wordedMail(texts, wordsOf('notice_privacy_answer', { folio, answer })),
})
