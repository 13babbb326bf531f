import { bankName } from '@quincena/domain/mexico/banks'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { wordedMail } from '../../platform/mail/presenters.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { type Changes, parseBank, type StoredUser } from './commands/user-changes.ts'

/** The words of the notice about a changed or removed account; null if the account did not change. */
function newsOf(stored: StoredUser, changes: Changes) {
  if (!('bank' in changes || 'debit_card_number' in changes) || stored.user_type !== 'U2') return null
  const { bank, debit_card_number } = { ...parseBank(stored), ...changes }
  if (debit_card_number === null && changes.user_type === undefined)
    return wordsOf('notice_account_removed', {})
  if (typeof bank !== 'string' || typeof debit_card_number !== 'string') return null
  const account = `${bankName(bank)}, cuenta terminada en ${debit_card_number.slice(-4)}`
  return wordsOf('notice_account', { account })
}

/** Notifies a worker, in the app, by mail and by message, that their receiving account changed or was removed. */
export async function notifyOfNewAccount(
  deps: Deps,
  trx: Trx,
  { stored, changes }: { stored: StoredUser; changes: Changes },
): Promise<void> {
  const words = newsOf(stored, changes)
  if (words === null) return
  await notify(deps, trx, {
    recipient_id: stored.id,
    words,
    reason_key: `account:${stored.id}:${isoOf(deps.clock())}:${changes.debit_card_number === null ? 'none' : 'new'}`,
    // Address and phone before this change, which may have replaced them.
    mail_to: stored.email,
    message_to: stored.phone,
  })
}

/** The mail to the address that a user had before. */
export function addressMail(
  { texts }: Pick<Deps, 'texts'>,
  { email, first_name }: Pick<StoredUser, 'email' | 'first_name'>,
): Mail {
  return { to: email, greeting: first_name, ...wordedMail(texts, wordsOf('notice_old_address', {})) }
}
