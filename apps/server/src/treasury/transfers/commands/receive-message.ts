import { stpOutcome } from '@quincena/domain/mexico/stp-states'
import { callbackFields, keptBody } from '@quincena/domain/transfers/callback-fields'
import { isReturned } from '@quincena/domain/transfers/rules'
import { type OrderStateCallback, orderStateCallback } from '@quincena/domain/transfers/webhooks'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { receiveIncomingPayment } from '../../incoming-payments/commands/receive-incoming-payment.ts'
import { bookReport, type Locked, lockTransfer, sendToReview } from './book-transfer.ts'

/** A callback as it was received: its text and the IP address of the caller. */
export interface Arrival {
  text: string
  ip: string
}

interface Message extends Arrival {
  kind: 'order_state' | 'payment'
  outcome: string
  transfer_id?: number | null
  incoming_payment_id?: number | null
}

async function keepMessage(deps: Deps, trx: Trx, message: Message) {
  const { text, kind, ip, outcome, transfer_id = null, incoming_payment_id = null } = message
  const body = JSON.stringify(keptBody(text))
  const received_at = isoOf(deps.clock())
  await trx
    .insertInto('stp_message')
    .values({ kind, body, ip, transfer_id, incoming_payment_id, outcome, received_at })
    .execute()
}

function ofKey(trx: Trx, key: string | null | undefined) {
  if (!key) return undefined
  return trx.selectFrom('transfer').select('id').where('tracking_key', '=', key).executeTakeFirst()
}

function ofStpId(trx: Trx, stp_id: number | null) {
  if (stp_id === null) return undefined
  return trx.selectFrom('transfer').select('id').where('stp_id', '=', stp_id).executeTakeFirst()
}

function stpIdOf({ id }: OrderStateCallback): number | null {
  const stp_id = Number(id ?? 0)
  return Number.isSafeInteger(stp_id) && stp_id > 0 ? stp_id : null
}

/** Finds the order of a callback by our tracking key, which STP returns in either of two fields, or by STP's number. */
async function findOrder(trx: Trx, callback: OrderStateCallback): Promise<number | undefined> {
  const order =
    (await ofKey(trx, callback.claveRastreo)) ??
    (await ofKey(trx, callback.folioOrigen)) ??
    (await ofStpId(trx, stpIdOf(callback)))
  return order?.id
}

/** Timestamps in milliseconds outside this range are not instants: STP also sends durations and zeros. */
const firstInstantMs = Date.UTC(2000, 0, 1)
const lastInstantMs = Date.UTC(2200, 0, 1)

function reportOf(callback: OrderStateCallback) {
  const settled_ms = Number(callback.tsLiquidacion ?? 0)
  const hasInstant = settled_ms >= firstInstantMs && settled_ms <= lastInstantMs
  return {
    stp_id: stpIdOf(callback),
    stp_state: callback.estado,
    state: stpOutcome(callback.estado),
    ts_liquidation: hasInstant ? new Date(settled_ms).toISOString() : null,
    return_cause: callback.causaDevolucion ?? null,
  }
}

/**
 * Queues a signed query about a callback in the callback's transaction; the sweep repeats it until STP answers. A
 * repeated callback queues no second query, because STP answers about 100 an hour.
 */
async function queueQuery(deps: Deps, trx: Trx, { transfer }: Locked): Promise<string> {
  if (isReturned(transfer.state)) return 'repeated'
  const waiting = await trx
    .selectFrom('stp_message')
    .select('id')
    .where('transfer_id', '=', transfer.id)
    .where('outcome', '=', 'to_confirm')
    .limit(1)
    .executeTakeFirst()
  if (waiting === undefined) await deps.queue.send(trx, 'ask-transfer', { transfer_id: transfer.id })
  return 'to_confirm'
}

/**
 * True if the callback has another STP number or another tracking key than our order; it is not booked without a query.
 */
function isDoubtful({ transfer }: Locked, callback: OrderStateCallback): boolean {
  const stp_id = stpIdOf(callback)
  const otherNumber = transfer.stp_id !== null && stp_id !== null && transfer.stp_id !== stp_id
  return otherNumber || (Boolean(callback.claveRastreo) && callback.claveRastreo !== transfer.tracking_key)
}

/**
 * True if the order is the return of an incoming payment. STP reports orders that we sent, and this is none: what such a
 * callback means is not public, so only the payment's own state at STP books it.
 */
const isReturnOrder = ({ transfer }: Locked) => transfer.purpose === 'return'

/**
 * True if nothing is booked for the order yet: its call has no answer, or it is in review. Callbacks are unsigned, so
 * only STP's answer to a query, or an admin, may book it.
 */
function isUnbooked({ transfer, subject }: Locked): boolean {
  if (transfer.status === 'unknown') return true
  return transfer.status === 'review' && transfer.sent_at === null && subject.is_waiting
}

async function applyCallback(
  deps: Deps,
  trx: Trx,
  { callback, transfer_id }: { callback: OrderStateCallback; transfer_id: number },
): Promise<string> {
  const locked = await lockTransfer(trx, transfer_id)
  const report = reportOf(callback)
  if (locked.transfer.status === 'pending') return 'too_early'
  // Nobody sent it, and callbacks are unsigned: if STP has it all the same, its list of the day shows that.
  if (locked.transfer.status === 'withdrawn') return 'after_withdrawal'
  if (locked.transfer.status === 'failed') {
    await sendToReview(deps, trx, { ...locked, reason: 'STP reporta una orden que había rechazado.' })
    return 'after_refusal'
  }
  const needsStpAnswer = report.state !== null && (isUnbooked(locked) || isReturnOrder(locked))
  if (isReturned(report.state) || needsStpAnswer || isDoubtful(locked, callback))
    return queueQuery(deps, trx, locked)
  return report.state === null ? 'noted' : bookReport(deps, trx, { ...locked, report })
}

async function applyOrderState(deps: Deps, trx: Trx, text: string) {
  const { data: callback } = orderStateCallback.safeParse(callbackFields(text))
  if (callback === undefined) return { transfer_id: null, outcome: 'unreadable' }
  const company = callback.empresa?.trim().toUpperCase() ?? ''
  const isOurs = company === '' || company === deps.env.stp.company.toUpperCase()
  if (!isOurs) return { transfer_id: null, outcome: 'other_company' }
  const transfer_id = await findOrder(trx, callback)
  if (transfer_id === undefined) return { transfer_id: null, outcome: 'order_unknown' }
  return { transfer_id, outcome: await applyCallback(deps, trx, { callback, transfer_id }) }
}

/**
 * Stores a callback about an order's state (see `keptBody`) and books it if it may be booked. Repeated, late and
 * unknown callbacks change nothing.
 */
export async function receiveOrderState(deps: Deps, arrival: Arrival): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const result = await applyOrderState(deps, trx, arrival.text)
    await keepMessage(deps, trx, { kind: 'order_state', ...arrival, ...result })
  })
}

/** Stores a callback about an incoming payment (see `keptBody`) and stores the payment once. */
export async function receivePaymentCallback(deps: Deps, arrival: Arrival): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const result = await receiveIncomingPayment(deps, trx, callbackFields(arrival.text))
    await keepMessage(deps, trx, { kind: 'payment', ...arrival, ...result })
  })
}
