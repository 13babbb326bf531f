import type { Deps } from '../command/deps.ts'
import { askTransfer as ask } from '../treasury/transfers/commands/ask-transfer.ts'

/** Queries STP about one order and books the answer. If STP does not answer, the sweep queries again. */
export async function askTransfer(deps: Deps, { transfer_id }: { transfer_id: number }): Promise<void> {
  await ask(deps, transfer_id, 'confirm')
}
