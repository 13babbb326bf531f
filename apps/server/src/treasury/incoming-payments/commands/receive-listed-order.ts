import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { confirmedFacts } from '../queries/stp-facts.ts'
import { isUsed } from '../queries/used-orders.ts'
import { confirmIncomingPayment } from './confirm-incoming-payment.ts'
import { lockIdentity } from './identity.ts'

/**
 * Stores money that stands in STP's list of received orders and of which no callback arrived: matched to a loan like
 * the money of a callback, and confirmed. Returns false if an incoming payment has the order already. With `is_quiet`
 * the caller sends one notice for several payments.
 */
export async function receiveListedOrder(
  deps: Deps,
  order: StpOrder,
  { is_quiet }: { is_quiet: boolean },
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const { id: stp_id, tracking_key, amount } = order
    await lockIdentity(trx, { stp_id, tracking_key })
    const facts = await confirmedFacts(trx, order)
    const { paying_institution, matched_loan_id, match_rule } = facts
    if (await isUsed(trx, order, { id: null, paying_institution })) return false
    const row = await trx
      .insertInto('incoming_payment')
      .values({
        ...facts,
        tracking_key,
        amount_cents: amount,
        received_at: isoOf(deps.clock()),
        found_in_list: true,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context: null,
      action: 'incoming_payment.received',
      subject: ['incoming_payment', row.id],
      after: { amount_cents: amount, matched_loan_id, match_rule, found_in_list: true },
    })
    await confirmIncomingPayment(deps, trx, { row, order, facts, is_quiet })
    return true
  })
}
