import { bankName } from '@quincena/domain/mexico/banks'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notify } from '../../notifications/commands.ts'
import { bankOf, type Changes, type StoredUser } from './user-changes.ts'

/** Tells a worker, in the app and by mail, that their money now goes to another account. */
export async function tellOfNewAccount(
  deps: Deps,
  trx: Trx,
  { stored, changes }: { stored: StoredUser; changes: Changes },
): Promise<void> {
  if (!('bank' in changes || 'debit_card_number' in changes) || stored.user_type !== 'U2') return
  const { bank, debit_card_number } = { ...bankOf(stored), ...changes }
  if (typeof bank !== 'string' || typeof debit_card_number !== 'string') return
  const account = `${bankName(bank)}, cuenta terminada en ${debit_card_number.slice(-4)}`
  const advice = 'Si no lo pediste, comunícate con nosotros de inmediato.'
  const title = 'Cambió la cuenta donde recibes tu dinero'
  await notify(deps, trx, {
    recipient_id: stored.id,
    title,
    message: `Desde ahora enviamos tu dinero a ${account}. ${advice}`,
    reason_key: `account:${stored.id}:${isoOf(deps.clock())}`,
  })
  await deps.queue.send(trx, 'send-mail', {
    to: stored.email,
    subject: title,
    text: `Hola, ${stored.first_name}:\n\nDesde ahora enviamos tu dinero a ${account}.\n\n${advice}\n`,
  })
}
