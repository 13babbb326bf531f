import { CODE_MINUTES } from '@quincena/domain/loans/signing-code-rules'
import type { MailContent } from '../../integrations/mail/mail.ts'

/** Builds the mail with a code; the code is not in the subject, which a locked screen shows. */
export function signingCodeMail({ first_name, code }: { first_name: string; code: string }): MailContent {
  return {
    subject: 'Tu código para firmar',
    preheader: `Vale ${CODE_MINUTES} minutos.`,
    greeting: first_name,
    paragraphs: [
      `Tu código para firmar tu contrato en Quincena es ${code}. Vale ${CODE_MINUTES} minutos y se usa una sola vez.`,
    ],
    code,
    closing: [
      'Nadie de nuestro equipo te lo va a pedir: no lo compartas.',
      'Si no estás firmando un contrato, no lo uses y cambia tu contraseña.',
    ],
  }
}

/** The SMS with a code. */
export const signingCodeMessage = (code: string): string =>
  `Tu código para firmar en Quincena es ${code}. Vale ${CODE_MINUTES} minutos. No lo compartas con nadie.`
