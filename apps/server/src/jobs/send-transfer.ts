import type { Deps } from '../command/deps.ts'
import { sendTransfer as send } from '../treasury/transfers/commands/send-transfer.ts'

/** Sends one order to STP once, even if it runs again or in two processes at once. */
export function sendTransfer(deps: Deps, { transfer_id }: { transfer_id: number }): Promise<void> {
  return send(deps, transfer_id)
}
