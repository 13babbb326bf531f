import { businessDay } from '@quincena/domain/dates'
import { returnBlocker } from '@quincena/domain/incoming-payments/rules'
import type { MessageCode } from '@quincena/domain/messages'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import {
  lockIncomingPayment,
  moveIncomingPayment,
} from '../../incoming-payments/commands/move-incoming-payment.ts'
import { factsOf, type IncomingRow } from '../../incoming-payments/rules.ts'
import { postOrder } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'
import { createTransfer } from '../../transfers/commands/create-transfer.ts'
import type { Payee, TransferRow } from '../../transfers/rules.ts'

const noPlace = { latitude: null, longitude: null }
/** STP's account types by the number of digits: telephone, card, CLABE. */
const accountTypes: Readonly<Record<number, Payee['account_type']>> = { 10: 10, 16: 3, 18: 40 }

/** The sender of received money, who gets it back. STP finds the account by the payment, so ours may be incomplete. */
function senderOf({ payer_name, paying_account, paying_institution }: IncomingRow): Payee {
  const account = paying_account ?? ''
  return {
    ...{ first_name: payer_name ?? 'ORDENANTE', last_name: '', account },
    bank: paying_institution === null ? '' : String(paying_institution),
    account_type: accountTypes[account.length] ?? 40,
  }
}

/** Returns the error code that keeps the locked money from being returned today; null if it may be. */
export function blockerOf(deps: Pick<Deps, 'clock'>, row: IncomingRow): MessageCode | null {
  return returnBlocker(factsOf(row), businessDay(deps.clock()))
}

interface ReturnRequest {
  context: CommandContext
  incoming_payment_id: number
  reason: string
}

/**
 * Orders the return of a whole incoming payment to its sender, in the caller's transaction. Its money is set apart at
 * once, so nothing else can use it. Throws `incoming_payment.not_found` (404), the codes of `returnBlocker` (409) and the
 * errors of `createTransfer`.
 */
export async function orderReturn(
  deps: Deps,
  trx: Trx,
  { context, incoming_payment_id, reason }: ReturnRequest,
): Promise<TransferRow> {
  const row = await lockIncomingPayment(trx, incoming_payment_id)
  const blocker = blockerOf(deps, row)
  if (blocker !== null) throw new AppError(blocker, 409)
  const { amount_cents } = row
  const order = await createTransfer(deps, trx, {
    target: { purpose: 'return', incoming_payment_id },
    amount_cents,
    payment_concept: 'Devolución de abono',
    payee: senderOf(row),
    place: noPlace,
  })
  const moves = [signedMove('receipt_return', ['unapplied_receipts', 'refund_in_transit'], amount_cents)]
  await postOrder(deps, trx, { transfer_id: order.id, incoming_payment_id, moves })
  await moveIncomingPayment(deps, trx, { id: incoming_payment_id, changes: { status: 'confirmed' } })
  await writeAudit(deps, trx, {
    context,
    action: 'incoming_payment.return_ordered',
    subject: ['incoming_payment', incoming_payment_id],
    after: { transfer_id: order.id, tracking_key: order.tracking_key, amount_cents, reason },
  })
  return order
}
