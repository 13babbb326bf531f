import { CODE_MINUTES } from '@quincena/domain/loans/signing-code-rules'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { Deps } from '../../deps.ts'
import type { MailContent } from '../../integrations/mail/mail.ts'
import { wordedMail } from '../../platform/mail/presenters.ts'

/** Builds the mail with a code; the code is not in the subject, which a locked screen shows. */
export function signingCodeMail(
  { texts }: Pick<Deps, 'texts'>,
  { first_name, code }: { first_name: string; code: string },
): MailContent {
  const words = wordsOf('notice_signing_code', { code, minutes: String(CODE_MINUTES) })
  return { greeting: first_name, code, ...wordedMail(texts, words) }
}

/** The SMS with a code; its text is code, because a short message has no private fields. */
export const signingCodeMessage = ({ code, trade_name }: { code: string; trade_name: string }): string =>
  `Tu código para firmar en ${trade_name} es ${code}. Vale ${CODE_MINUTES} minutos. No lo compartas con nadie.`
