import { randomUUID } from 'node:crypto'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { Mail } from '../../integrations/mail/mail.ts'

/** Queues a mail in the transaction; its attempts have one Message-ID, so that a repeated one is recognised. */
export async function queueMail(deps: Pick<Deps, 'queue'>, trx: Trx, mail: Omit<Mail, 'key'>): Promise<void> {
  await deps.queue.send(trx, 'send-mail', { ...mail, key: randomUUID() })
}
