import { askIncomingPayment as ask } from '../features/incoming-payments/commands/ask-incoming-payment.ts'
import type { Deps } from '../lib/deps.ts'

/** Queries STP about one incoming payment. If STP does not answer, the sweep checks it by the list of its day. */
export function askIncomingPayment(
  deps: Deps,
  { incoming_payment_id }: { incoming_payment_id: number },
): Promise<void> {
  return ask(deps, incoming_payment_id)
}
