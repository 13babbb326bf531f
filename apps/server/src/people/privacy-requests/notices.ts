import type { MailContent } from '../../integrations/mail/mail.ts'

/** To the lender: somebody sent a request about their personal data; the folio is not in the subject. */
export const receivedMail = (title: string, message: string): MailContent => ({
  subject: 'Solicitud de datos personales por responder',
  preheader: 'La ley fija un plazo para responderla.',
  paragraphs: [`${title}. ${message}`],
})

/** To the sender of a request: the answer. */
export const answerMail = (
  { folio, user_name }: { folio: string; user_name: string },
  answer: string,
): MailContent => ({
  subject: 'Respondimos tu solicitud de datos personales',
  preheader: 'Lee la respuesta en este correo o en la aplicación.',
  greeting: user_name,
  paragraphs: [`Esta es la respuesta a tu solicitud ${folio}:`, answer],
})
