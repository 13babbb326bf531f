import { bankName } from '@quincena/domain/mexico/banks'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { type Changes, parseBank, type StoredUser } from './commands/user-changes.ts'

const advice = 'Si no lo pediste, comunícate con nosotros de inmediato.'

/** Title and text of the notice about a changed or removed account; null if the account did not change. */
function newsOf(stored: StoredUser, changes: Changes) {
  if (!('bank' in changes || 'debit_card_number' in changes) || stored.user_type !== 'U2') return null
  const { bank, debit_card_number } = { ...parseBank(stored), ...changes }
  if (debit_card_number === null && changes.user_type === undefined)
    return {
      title: 'Se eliminó la cuenta donde recibes tu dinero',
      text: 'Ya no tenemos a dónde enviar tu dinero: agrega otra cuenta antes de aceptar una oferta.',
    }
  if (typeof bank !== 'string' || typeof debit_card_number !== 'string') return null
  const account = `${bankName(bank)}, cuenta terminada en ${debit_card_number.slice(-4)}`
  return {
    title: 'Cambió la cuenta donde recibes tu dinero',
    text: `Desde ahora enviamos tu dinero a ${account}.`,
  }
}

/** Notifies a worker, in the app, by mail and by message, that their receiving account changed or was removed. */
export async function notifyOfNewAccount(
  deps: Deps,
  trx: Trx,
  { stored, changes }: { stored: StoredUser; changes: Changes },
): Promise<void> {
  const news = newsOf(stored, changes)
  if (news === null) return
  await notify(deps, trx, {
    recipient_id: stored.id,
    title: news.title,
    message: `${news.text} ${advice}`,
    reason_key: `account:${stored.id}:${isoOf(deps.clock())}:${changes.debit_card_number === null ? 'none' : 'new'}`,
    // Address and phone before this change, which may have replaced them.
    mail_to: stored.email,
    message_to: stored.phone,
  })
}

/** The mail to the address that a user had before. */
export function addressMail({ email, first_name }: Pick<StoredUser, 'email' | 'first_name'>): Mail {
  return {
    to: email,
    subject: 'Cambió tu correo en Quincena',
    preheader: 'Tu cuenta ahora usa otro correo electrónico.',
    greeting: first_name,
    paragraphs: [
      'Tu cuenta ahora usa otro correo electrónico. Si no fuiste tú, comunícate con nosotros de inmediato.',
    ],
  }
}
