import { askIncomingPayment as ask } from '../features/incoming-payments/commands/ask-incoming-payment.ts'
import type { Deps } from '../lib/deps.ts'

/** Asks STP about one incoming payment; where STP is silent, the sweep asks by the list of its day. */
export function askIncomingPayment(
  deps: Deps,
  { incoming_payment_id }: { incoming_payment_id: number },
): Promise<void> {
  return ask(deps, incoming_payment_id)
}
