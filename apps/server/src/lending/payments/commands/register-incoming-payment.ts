import { arrivedValueDate } from '@quincena/domain/incoming-payments/rules'
import type { ConfirmBody } from '@quincena/domain/incoming-payments/schema'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { markRegistered } from '../../../treasury/incoming-payments/commands/mark-registered.ts'
import { lockIncomingPayment } from '../../../treasury/incoming-payments/commands/move-incoming-payment.ts'
import { refuseUnusable } from '../../../treasury/incoming-payments/rules.ts'
import { lockLoan } from '../../loans/commands/move-loan.ts'
import { refuseOtherPayoff } from './pay-off-loan.ts'
import { recordPaymentIn } from './record-payment.ts'

/**
 * The tracking key as the reference of a payment, or null if received money with that key pays the loan already: another
 * part of the same money, or money of another day. A payment that staff registered by hand with it stays an error.
 */
async function freeReference(trx: Trx, { loan_id, key }: { loan_id: number; key: string | null }) {
  const other = await trx
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where('reference', '=', key)
    .where('incoming_payment_id', 'is not', null)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return other === undefined ? key : null
}

/**
 * Registers an incoming payment, or a part of what is left of it, as a payment of the loan that staff choose, which may
 * be another than the matched one. Its value date is the day when the money arrived. Throws what `recordPayment`
 * and `refuseOtherPayoff` throw, `incoming_payment.not_found` (404) and what `refuseUnusable` throws.
 */
export function registerIncomingPayment(
  deps: Deps,
  context: CommandContext,
  { incoming_payment_id, body }: { incoming_payment_id: number; body: ConfirmBody },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, body.loan_request)
    const incoming = await lockIncomingPayment(trx, incoming_payment_id)
    refuseUnusable(incoming, { amount: body.amount_paid, field: 'amount_paid' })
    const value_date = arrivedValueDate(incoming, loan.start_day)
    if (body.early_settlement) await refuseOtherPayoff(trx, { loan, day: value_date, body })
    const reference = await freeReference(trx, { loan_id: loan.id, key: incoming.tracking_key })
    const payment = { ...body, value_date, channel: 'transfer', reference } as const
    const { payment_id } = await recordPaymentIn(deps, trx, { context, body: payment, incoming_payment_id })
    const left = incoming.unapplied_cents - body.amount_paid
    await markRegistered(deps, trx, { context, incoming_payment_id, payment_id, left })
    return { payment_id }
  })
}
