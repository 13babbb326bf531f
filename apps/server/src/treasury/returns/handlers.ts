import { id } from '@quincena/domain/fields'
import { formatDate } from '@quincena/domain/format'
import { arrivalDay } from '@quincena/domain/incoming-payments/rules'
import { returnBody } from '@quincena/domain/incoming-payments/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { money } from '@quincena/domain/money'
import type { z } from 'zod'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../platform/notifications/commands/notify.ts'
import {
  lockIncomingPayment,
  moveIncomingPayment,
} from '../incoming-payments/commands/move-incoming-payment.ts'
import { takeOut } from '../incoming-payments/commands/record-stp-return.ts'
import type { IncomingRow } from '../incoming-payments/rules.ts'
import { postOrder, reverseOrder } from '../ledger/commands.ts'
import { signedMove } from '../ledger/rules.ts'
import type { OrderHandlers, OrderSubject } from '../transfers/handlers.ts'
import { requireId, type TransferRow } from '../transfers/rules.ts'
import { orderReturn } from './commands/order-return.ts'
import { returnBackNotice, returnedUsedNotice } from './notices.ts'

const nameOf = ({ payer_name }: IncomingRow) => payer_name ?? 'un ordenante sin nombre'

/** True if the money of the order is set apart from the received money. */
async function isSetApart(trx: Trx, transfer_id: number): Promise<boolean> {
  const entries = await trx
    .selectFrom('ledger_entry')
    .select('kind')
    .where('transfer_id', '=', transfer_id)
    .where('kind', 'in', ['receipt_return', 'receipt_return_reversed'])
    .execute()
  return entries.length === 1
}

interface Returned {
  row: IncomingRow
  /** The money of the order is set apart; else STP returned it by an order that it had refused. */
  is_set_apart: boolean
  is_waiting: boolean
}

/**
 * What the order took is received money again, which staff must identify. An order whose money was put back before, and
 * used since, changes nothing of it.
 */
async function putBack(deps: Deps, trx: Trx, transfer: TransferRow): Promise<void> {
  const incoming_payment_id = requireId(transfer.incoming_payment_id)
  await reverseOrder(deps, trx, transfer.id)
  const { unapplied_cents } = await lockIncomingPayment(trx, incoming_payment_id)
  if (unapplied_cents === 0) return
  await moveIncomingPayment(deps, trx, { id: incoming_payment_id, changes: { status: 'open' } })
  await notifyStaff(deps, trx, returnBackNotice(transfer))
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.return_back',
    subject: ['incoming_payment', incoming_payment_id],
    after: { transfer_id: transfer.id, tracking_key: transfer.tracking_key },
  })
}

/**
 * Books that STP returned the money: what was set apart, or else, by an order that it had refused, the received money. A
 * list may have reported that already.
 */
async function settle(
  deps: Deps,
  trx: Trx,
  { transfer, returned }: { transfer: TransferRow; returned: Returned },
) {
  const { id: transfer_id, amount_cents } = transfer
  const { row, is_set_apart } = returned
  const { id: incoming_payment_id } = row
  if (is_set_apart) {
    const moves = [signedMove('receipt_return_settled', ['refund_in_transit', 'stp_cash'], amount_cents)]
    await postOrder(deps, trx, { transfer_id, moves })
    await moveIncomingPayment(deps, trx, { id: incoming_payment_id, changes: { status: 'confirmed' } })
  } else {
    const isUsed = row.unapplied_cents < row.amount_cents
    await takeOut(deps, trx, { row, notice: isUsed ? returnedUsedNotice(transfer) : null })
  }
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.return_settled',
    subject: ['incoming_payment', incoming_payment_id],
    after: { transfer_id, amount_cents },
  })
}

function returnOf(returned: Returned): OrderSubject {
  const { row, is_waiting } = returned
  return {
    loan_id: null,
    folio: `la devolución de un abono de ${nameOf(row)}`,
    user_id: null,
    is_waiting,
    is_ended: !is_waiting,
    /** STP's answer does not say that the money is back; a query does. */
    async onSent(deps, trx, { id: transfer_id }) {
      await deps.queue.send(trx, 'ask-transfer', { transfer_id })
      return returnOf(returned)
    },
    onSettled: (deps, trx, transfer) => settle(deps, trx, { transfer, returned }),
    onRefused: putBack,
    onReturned: putBack,
    // The received money has it since the refusal, and STP has it again.
    onSentAndReturned: async () => undefined,
    restore: async () => returnOf({ ...returned, is_waiting: true }),
    findReturnDoubt: async () => null,
  }
}

/** What an order that returns an incoming payment does to it. */
export const returnHandlers: OrderHandlers = {
  async lock(trx, order) {
    const row = await lockIncomingPayment(trx, requireId(order.incoming_payment_id))
    const is_set_apart = await isSetApart(trx, order.id)
    return returnOf({ row, is_set_apart, is_waiting: is_set_apart })
  },
  hasPayments: async () => false,
}

const payload = returnBody.extend({ incoming_payment_id: id, amount: money })
type ReturnPayload = z.output<typeof payload>

/** Returning an incoming payment to its sender: one person asks, another decides. */
export const returnAction: ApprovalAction<typeof payload> = {
  ...{
    name: 'incoming_payment.return',
    payload,
    deciders: 'staff',
    is_single: true,
    requesters: ['U0', 'U1'],
  },
  subjectOf: ({ incoming_payment_id }: ReturnPayload) => ['incoming_payment', incoming_payment_id],
  async describe(trx, { incoming_payment_id, amount, reason }: ReturnPayload) {
    const row = await lockIncomingPayment(trx, incoming_payment_id)
    const { paying_account, paying_institution, tracking_key, payment_concept } = row
    return {
      ...{ title: 'Devolver un abono a quien lo envió', amount, person: row.payer_name },
      lines: [
        { label: 'Recibido el', value: formatDate(arrivalDay(row)) },
        { label: 'Cuenta que lo envió', value: paying_account ?? 'STP no la informó' },
        {
          label: 'Banco',
          value: paying_institution === null ? 'STP no lo informó' : bankName(String(paying_institution)),
        },
        { label: 'Clave de rastreo', value: tracking_key ?? '—' },
        { label: 'Concepto', value: payment_concept ?? '—' },
        { label: 'Motivo', value: reason },
      ],
    }
  },
  async isUnchanged(trx, { incoming_payment_id, amount }: ReturnPayload) {
    const row = await lockIncomingPayment(trx, incoming_payment_id)
    return row.status === 'open' && row.stp_returned_at === null && row.unapplied_cents === amount
  },
  async execute(deps, trx, { context, payload: { incoming_payment_id, reason } }) {
    const { id: transfer_id } = await orderReturn(deps, trx, { context, incoming_payment_id, reason })
    return { transfer_id }
  },
}
