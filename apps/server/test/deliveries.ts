import type { Deps } from '../src/deps.ts'
import { sendDeliveries } from '../src/platform/notifications/commands/send-deliveries.ts'

/** Sends the mails and messages of notifications that are due, as both sweeps do; returns how many were taken. */
export async function sendAllDeliveries(deps: Deps): Promise<number> {
  return (await sendDeliveries(deps, 'mail')) + (await sendDeliveries(deps, 'message'))
}
