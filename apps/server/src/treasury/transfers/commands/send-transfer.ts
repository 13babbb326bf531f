import { setTimeout as sleep } from 'node:timers/promises'
import {
  isNightlyPause,
  possibleOperatingDays,
  runningDay,
  type StpTime,
} from '@quincena/domain/mexico/operating-day'
import { stpResultText } from '@quincena/domain/mexico/stp-results'
import { isNeverSent } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { RegisterResult } from '../../../integrations/stp/client.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { holdPayoutSwitch } from '../queries/payout-switch.ts'
import { findTransfer } from '../queries/transfers.ts'
import type { TransferRow } from '../rules.ts'
import { bookReport, changeTransfer, lockTransfer, sendToReview } from './book-transfer.ts'
import { callStp } from './call-stp.ts'
import { holdOverLimit } from './hold-order.ts'

/** The operating days under which STP may book an order sent now. */
function operatingDays(time: StpTime) {
  const operation_date = runningDay(time)
  const other = possibleOperatingDays(time).find((day) => day !== operation_date)
  return { operation_date, other_operation_date: other ?? null }
}

/**
 * Records STP's definite refusal, updates the order's subject and notifies staff of the reason. Ignores a late refusal
 * once another process has claimed the order again, because that process's call may have succeeded.
 */
async function recordRefused(
  deps: Deps,
  claimed: Pick<TransferRow, 'id' | 'claimed_at'>,
  refusal: { id: number | null; message: string },
) {
  const transfer_id = claimed.id
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown' || transfer.claimed_at !== claimed.claimed_at) return
    const failure_message = stpResultText(refusal.id, refusal.message)
    const changes = { status: 'failed' as const, failure_id: refusal.id, failure_message }
    await changeTransfer(deps, trx, { transfer, subject, changes })
    await subject.onRefused(deps, trx, transfer)
    await notifyStaff(deps, trx, {
      title: 'STP rechazó una orden',
      message: `La orden ${transfer.tracking_key} de ${subject.folio} fue rechazada. ${failure_message}`,
      reason_key: `transfer-refused:${subject.loan_id ?? ''}:${transfer.id}`,
    })
    await writeAudit(deps, trx, {
      context: null,
      action: 'transfer.failed',
      subject: ['transfer', transfer.id],
      after: refusal,
    })
  })
}

/**
 * Records that STP refused an order which was sent before. The first call may still arrive, so no other order may pay
 * the loan: the order goes to review.
 */
async function recordRefusedAgain(
  deps: Deps,
  claimed: TransferRow,
  refusal: { id: number | null; message: string },
) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, claimed.id)
    if (transfer.status !== 'unknown' || transfer.claimed_at !== claimed.claimed_at) return
    const stpText = stpResultText(refusal.id, refusal.message)
    const reason = `STP la rechazó al enviarla por segunda vez; pregunta en unos minutos si tiene la primera. ${stpText}`
    await sendToReview(deps, trx, { transfer, subject, reason })
  })
}

/**
 * Books an order that STP accepted, unless a callback or query already did. An order that STP had refused goes to
 * review.
 */
async function recordSent(deps: Deps, transfer_id: number, stp_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, transfer_id)
    if (transfer.sent_at !== null) return
    if (transfer.status === 'failed') {
      await sendToReview(deps, trx, {
        transfer,
        subject,
        reason: 'STP aceptó una orden que había rechazado.',
      })
      return
    }
    await bookReport(deps, trx, { transfer, subject, report: { stp_id, stp_state: null, state: null } })
  })
}

/**
 * Records that the call ended without a definite answer: the order stays `unknown`, and the screens and requests that
 * wait for it are notified.
 */
async function recordUnknown(deps: Deps, transfer_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown') return
    await changeTransfer(deps, trx, { transfer, subject, changes: { asked_at: isoOf(deps.clock()) } })
  })
}

type Recording = (deps: Deps, claimed: TransferRow, refusal: { id: number; message: string }) => Promise<void>

/** Records the result of a registration; `refuse` records a refusal. */
async function recordRegistered(
  deps: Deps,
  claimed: TransferRow,
  { result, refuse }: { result: RegisterResult; refuse: Recording },
): Promise<void> {
  const transfer_id = claimed.id
  if (result.outcome === 'registered') return recordSent(deps, transfer_id, result.id)
  if (result.outcome === 'refused') return refuse(deps, claimed, result)
  deps.log.warn({ transfer_id, reason: result.reason, detail: result.detail }, 'STP gave no certain answer')
  return recordUnknown(deps, transfer_id)
}

/** Sends a claimed order with no transaction open, and records the answer. */
async function register(deps: Deps, claimed: TransferRow, refuse: Recording): Promise<void> {
  const result = await callStp(deps, claimed)
  if (result !== undefined) await recordRegistered(deps, claimed, { result, refuse })
}

/** The right to send an order once; only a claim gives it. */
export interface Claim {
  order: TransferRow
  /** Sends the order with no transaction open and records the answer. */
  send: (deps: Deps) => Promise<void>
}

function claimOf(order: TransferRow | undefined, refuse: Recording): Claim | undefined {
  return order && { order, send: (deps) => register(deps, order, refuse) }
}

/**
 * Claims an order for sending: `pending` becomes `unknown`, committed before STP is called. Returns undefined if
 * another process claimed it, it exceeds the day's limit of its purpose, payouts are paused or STP is in its nightly
 * pause. After the claim STP may have the
 * order, so an `unknown` order is always queried first.
 */
export async function claimTransfer(deps: Deps, transfer_id: number): Promise<Claim | undefined> {
  const now = deps.clock()
  const time = await deps.stp.hours.at(now)
  if (isNightlyPause(time)) return undefined
  const order = await deps.db.transaction().execute(async (trx) => {
    if ((await holdPayoutSwitch(trx)).paused || (await holdOverLimit(deps, trx, transfer_id)))
      return undefined
    const free = { held_reason: null, held_until: null }
    return trx
      .updateTable('transfer')
      .set({
        status: 'unknown',
        claimed_at: isoOf(now),
        ...operatingDays(time),
        ...free,
        updated_at: isoOf(now),
      })
      .where('id', '=', transfer_id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
  })
  return claimOf(order, recordRefused)
}

/** True if the first call and a call now certainly belong to the same operating day. */
function isSameDay(claimedOrder: TransferRow, time: StpTime): boolean {
  const now = operatingDays(time)
  const certain = claimedOrder.other_operation_date === null && now.other_operation_date === null
  return certain && claimedOrder.operation_date === now.operation_date
}

/**
 * Claims an `unknown` order again that STP definitely does not have, to send it with the same key. Returns undefined if
 * the claim is not the one in `seen`, if the two calls may belong to different operating days, if payouts are paused or
 * if STP is in its nightly pause.
 */
export async function reclaimTransfer(deps: Deps, claimedOrder: TransferRow): Promise<Claim | undefined> {
  const now = deps.clock()
  const time = await deps.stp.hours.at(now)
  const { claimed_at } = claimedOrder
  if (claimed_at === null || isNightlyPause(time) || !isSameDay(claimedOrder, time)) return undefined
  const order = await deps.db.transaction().execute(async (trx) => {
    if ((await holdPayoutSwitch(trx)).paused) return undefined
    return trx
      .updateTable('transfer')
      .set({ claimed_at: isoOf(now), asked_at: null, updated_at: isoOf(now) })
      .where('id', '=', claimedOrder.id)
      .where('status', '=', 'unknown')
      .where('claimed_at', '=', claimed_at)
      .returningAll()
      .executeTakeFirst()
  })
  return claimOf(order, recordRefusedAgain)
}

/** Claims an order, sends it to STP and records the answer. Does nothing if the order is claimed already. */
export async function sendTransfer(deps: Deps, transfer_id: number): Promise<void> {
  const claim = await claimTransfer(deps, transfer_id)
  await claim?.send(deps)
}

const pollMs = 400

/** True once the call to STP has ended, also if its result is unknown. */
function isAnswered({ status, asked_at }: TransferRow): boolean {
  return (
    status === 'sent' ||
    isNeverSent(status) ||
    status === 'review' ||
    status === 'duplicate' ||
    (status === 'unknown' && asked_at !== null)
  )
}

/**
 * Waits at most `wait_ms` milliseconds until the call of an order has ended, in whichever process it runs, and returns
 * the row as it is then.
 */
export async function waitForTransfer(
  deps: Deps,
  transfer_id: number,
  wait_ms: number,
): Promise<TransferRow> {
  // Nothing is sent in STP's nightly pause, so there is no answer to wait for.
  const closed = isNightlyPause(await deps.stp.hours.at(deps.clock()))
  const until = performance.now() + (closed ? 0 : wait_ms)
  let wake: () => void = () => undefined
  const stop = deps.events.subscribe((event) => {
    if (event.topic === 'transfer' && event.id === transfer_id) wake()
  })
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const row = await findTransfer(deps.db, transfer_id)
      const left_ms = until - performance.now()
      if (isAnswered(row) || left_ms <= 0) return row
      await Promise.race([changed, sleep(Math.min(pollMs, left_ms))])
    }
  } finally {
    stop()
  }
}
