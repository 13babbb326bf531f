import type { Deps } from '../command/deps.ts'
import type { JobData } from './queue.ts'

/** Sends one mail; if the mailer throws, the queue tries again. */
export async function sendMail(deps: Deps, mail: JobData['send-mail']): Promise<void> {
  await deps.mailer.send(mail)
}
