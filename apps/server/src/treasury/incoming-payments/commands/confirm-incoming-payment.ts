import { isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import type { Selectable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { IncomingTables } from '../../../db/incoming-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { postReceipt } from '../../ledger/commands.ts'
import { paymentMatcher } from '../handlers.ts'
import { receivedNotice } from '../notices.ts'
import type { confirmedFacts } from '../queries/stp-facts.ts'
import { moveIncomingPayment } from './move-incoming-payment.ts'

interface Confirmation {
  /** The locked row, open and not confirmed. */
  row: Selectable<IncomingTables['incoming_payment']>
  /** STP's order with the row's amount and account, which confirms no other payment. */
  order: StpOrder
  facts: Awaited<ReturnType<typeof confirmedFacts>>
  /** True if one notice covers this payment and others. */
  is_quiet?: boolean
}

/**
 * Confirms an incoming payment: STP's facts replace the callback's, and the ledger gets the money, and staff are
 * invited to register it. The only function that does so, whether a query, a list or the reconciliation had the order.
 */
export async function confirmIncomingPayment(
  deps: Deps,
  trx: Trx,
  { row, order, facts, is_quiet = false }: Confirmation,
): Promise<void> {
  const { id, amount_cents, found_in_list } = row
  const { matched_loan_id, payer_name } = facts
  const at = isoOf(deps.clock())
  const confirmed = {
    stp_check: 'confirmed' as const,
    stp_confirmed_at: at,
    stp_order_id: order.id,
    stp_asked_at: at,
  }
  // The return of our own order books that money.
  const isBookedNow = row.booked_at === null && !isReturnedMoney(facts.payment_type)
  const booked = isBookedNow ? { booked_at: at } : {}
  await moveIncomingPayment(deps, trx, { id, changes: { ...facts, ...confirmed, ...booked } })
  if (isBookedNow) await postReceipt(deps, trx, row)
  if (!is_quiet) {
    const folio = matched_loan_id === null ? null : await paymentMatcher().findFolio(trx, matched_loan_id)
    const loan = matched_loan_id === null || folio === null ? null : { id: matched_loan_id, folio }
    await notifyStaff(deps, trx, receivedNotice({ id, amount_cents, payer_name, found_in_list }, loan))
  }
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.checked',
    subject: ['incoming_payment', id],
    before: { stp_check: row.stp_check },
    after: {
      ...{ stp_check: 'confirmed', stp_order: order.id, stp_amount_cents: order.amount },
      matched_loan_id,
    },
  })
}
