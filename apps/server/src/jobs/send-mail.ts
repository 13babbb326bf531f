import type { Deps } from '../lib/deps.ts'
import type { JobData } from './queue.ts'

/** Hands one mail to the mailer; the queue tries again where that throws. */
export async function sendMail(deps: Deps, mail: JobData['send-mail']): Promise<void> {
  await deps.mailer.send(mail)
}
