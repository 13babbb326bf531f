import { stpOutcome } from '@quincena/domain/mexico/stp-states'
import { type OrderStateCallback, orderStateCallback } from '@quincena/domain/transfers/webhooks'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { bookReport, sendToReview } from './book-transfer.ts'
import { type Locked, lockTransfer } from './lock-transfer.ts'

type Body = Record<string, unknown>
interface Message {
  kind: 'order_state' | 'payment'
  body: Body
  ip: string
}

async function keepMessage(
  deps: Deps,
  trx: Trx,
  message: Message & { transfer_id: number | null; outcome: string },
) {
  await trx
    .insertInto('stp_message')
    .values({ ...message, body: JSON.stringify(message.body), received_at: isoOf(deps.clock()) })
    .execute()
}

/** The order a callback is about: by our key, sent back in either of two fields, or by STP's number. */
async function findOrder(
  trx: Trx,
  { claveRastreo, folioOrigen, id }: OrderStateCallback,
): Promise<number | undefined> {
  const keys = [claveRastreo, folioOrigen].filter(
    (key): key is string => typeof key === 'string' && key !== '',
  )
  const byKey =
    keys.length === 0
      ? undefined
      : await trx.selectFrom('transfer').select('id').where('tracking_key', 'in', keys).executeTakeFirst()
  if (byKey !== undefined) return byKey.id
  const stp_id = Number(id)
  if (!Number.isSafeInteger(stp_id) || stp_id <= 0) return undefined
  return (await trx.selectFrom('transfer').select('id').where('stp_id', '=', stp_id).executeTakeFirst())?.id
}

/** Durations and zeros are no instants. */
const firstInstantMs = Date.UTC(2000, 0, 1)

function reportOf(body: OrderStateCallback) {
  const settled_ms = Number(body.tsLiquidacion ?? 0)
  const stp_id = Number(body.id ?? 0)
  return {
    stp_id: Number.isSafeInteger(stp_id) && stp_id > 0 ? stp_id : null,
    stp_state: body.estado,
    state: stpOutcome(body.estado),
    ts_liquidation: settled_ms >= firstInstantMs ? new Date(settled_ms).toISOString() : null,
    return_cause:
      body.causaDevolucion === null || body.causaDevolucion === undefined
        ? null
        : String(body.causaDevolucion),
  }
}

/** CN and D move a loan only after a signed query says the same: asked for at once, and by the sweep until it answers. */
async function askToConfirm(deps: Deps, trx: Trx, { transfer }: Locked): Promise<string> {
  if (transfer.state === 'CN' || transfer.state === 'D') return 'repeated'
  await deps.queue.send(trx, 'ask-transfer', { transfer_id: transfer.id })
  return 'to_confirm'
}

async function applyCallback(
  deps: Deps,
  trx: Trx,
  { body, transfer_id }: { body: OrderStateCallback; transfer_id: number },
): Promise<string> {
  const locked = await lockTransfer(trx, transfer_id)
  const report = reportOf(body)
  if (locked.transfer.status === 'pending') return 'too_early'
  if (locked.transfer.status === 'failed') {
    await sendToReview(deps, trx, { ...locked, reason: 'STP reporta una orden que había rechazado.' })
    return 'after_refusal'
  }
  // Another number than the one STP gave us: not to be believed without asking.
  const doubtful =
    locked.transfer.stp_id !== null && report.stp_id !== null && locked.transfer.stp_id !== report.stp_id
  if (doubtful || report.state === 'CN' || report.state === 'D') return askToConfirm(deps, trx, locked)
  return report.state === null ? 'noted' : bookReport(deps, trx, { ...locked, report })
}

async function takeOrderState(deps: Deps, trx: Trx, body: Body) {
  const parsed = orderStateCallback.safeParse(body)
  if (!parsed.success) return { transfer_id: null, outcome: 'unreadable' }
  const transfer_id = await findOrder(trx, parsed.data)
  if (transfer_id === undefined) return { transfer_id: null, outcome: 'order_unknown' }
  return { transfer_id, outcome: await applyCallback(deps, trx, { body: parsed.data, transfer_id }) }
}

/** A change of state from STP: kept as it came, booked where it may be. Repeated, late and unknown ones change nothing. */
export async function receiveOrderState(deps: Deps, body: Body, ip: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const taken = await takeOrderState(deps, trx, body)
    await keepMessage(deps, trx, { kind: 'order_state', body, ip, ...taken })
  })
}

/** An incoming payment: kept, and matched to no loan, because payments are registered by staff. */
export async function receivePayment(deps: Deps, body: Body, ip: string): Promise<void> {
  await deps.db
    .transaction()
    .execute((trx) =>
      keepMessage(deps, trx, { kind: 'payment', body, ip, transfer_id: null, outcome: 'recorded' }),
    )
}
