import type { Deps } from '../command/deps.ts'
import { askIncomingPayment as ask } from '../treasury/incoming-payments/commands/ask-incoming-payment.ts'

/** Queries STP about one incoming payment. If STP does not answer, the sweep checks it by the list of its day. */
export function askIncomingPayment(
  deps: Deps,
  { incoming_payment_id }: { incoming_payment_id: number },
): Promise<void> {
  return ask(deps, incoming_payment_id)
}
