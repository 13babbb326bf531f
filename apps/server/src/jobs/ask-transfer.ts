import { askTransfer as ask } from '../features/transfers/commands/ask-transfer.ts'
import type { Deps } from '../lib/deps.ts'

/** Asks STP for one order and books what it says; where STP is silent, the sweep asks again. */
export async function askTransfer(deps: Deps, { transfer_id }: { transfer_id: number }): Promise<void> {
  await ask(deps, transfer_id, 'confirm')
}
