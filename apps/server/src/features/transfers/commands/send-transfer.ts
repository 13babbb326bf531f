import {
  isNightlyPause,
  possibleOperatingDays,
  runningDay,
  type StpTime,
} from '@quincena/domain/mexico/operating-day'
import { stpResultText } from '@quincena/domain/mexico/stp-results'
import type { RegisterResult } from '../../../integrations/stp/client.ts'
import { writeAudit } from '../../../lib/audit.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps } from '../../../lib/deps.ts'
import { reofferLoan } from '../../loans/commands/pay-out-loan.ts'
import { notifyStaff } from '../../notifications/commands.ts'
import { stpOrderOf, type TransferRow } from '../order.ts'
import { holdPayoutSwitch } from '../payout-switch.ts'
import { bookReport, sendToReview } from './book-transfer.ts'
import { changeTransfer, lockTransfer } from './lock-transfer.ts'

/** The operating days that an order sent now may be filed under. */
function filedUnder(time: StpTime) {
  const operation_date = runningDay(time)
  const other = possibleOperatingDays(time).find((day) => day !== operation_date)
  return { operation_date, other_operation_date: other ?? null }
}

/**
 * Takes an order to send it (`pending -> unknown`, committed before STP is called); undefined when another has it,
 * payouts are paused or STP is in its nightly pause. From here on STP may know the order: whoever finds it `unknown`
 * asks.
 */
export async function claimTransfer(deps: Deps, transfer_id: number): Promise<TransferRow | undefined> {
  const now = deps.clock()
  const time = await deps.stp.hours.at(now)
  if (isNightlyPause(time)) return undefined
  return deps.db.transaction().execute(async (trx) => {
    if ((await holdPayoutSwitch(trx)).paused) return undefined
    return trx
      .updateTable('transfer')
      .set({ status: 'unknown', claimed_at: isoOf(now), ...filedUnder(time), updated_at: isoOf(now) })
      .where('id', '=', transfer_id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
  })
}

/** The day of the first call and that of a call now are certain, and the same. */
function isSameDay(seen: TransferRow, time: StpTime): boolean {
  const now = filedUnder(time)
  const certain = seen.other_operation_date === null && now.other_operation_date === null
  return certain && seen.operation_date === now.operation_date
}

/**
 * Takes an order again that STP definitely does not have, to send it with the same key: only who saw the last claim
 * may, and only while every operating day that the first call or this one may fall on is the same. Nothing goes out
 * while payouts are paused or STP is in its nightly pause.
 */
export async function reclaimTransfer(deps: Deps, seen: TransferRow): Promise<TransferRow | undefined> {
  const now = deps.clock()
  const time = await deps.stp.hours.at(now)
  const { claimed_at } = seen
  if (claimed_at === null || isNightlyPause(time) || !isSameDay(seen, time)) return undefined
  return deps.db.transaction().execute(async (trx) => {
    if ((await holdPayoutSwitch(trx)).paused) return undefined
    return trx
      .updateTable('transfer')
      .set({ claimed_at: isoOf(now), asked_at: null, updated_at: isoOf(now) })
      .where('id', '=', seen.id)
      .where('status', '=', 'unknown')
      .where('claimed_at', '=', claimed_at)
      .returningAll()
      .executeTakeFirst()
  })
}

/**
 * STP refused the order by a listed, definite answer: the loan is an offer again, and staff read what to do. A refusal
 * that is late says nothing of the order once another has claimed it: that one's call may have been taken.
 */
export async function recordRefused(
  deps: Deps,
  claimed: Pick<TransferRow, 'id' | 'claimed_at'>,
  refusal: { id: number | null; message: string },
) {
  const transfer_id = claimed.id
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown' || transfer.claimed_at !== claimed.claimed_at) return
    const failure_message = stpResultText(refusal.id, refusal.message)
    const changes = { status: 'failed' as const, failure_id: refusal.id, failure_message }
    await changeTransfer(deps, trx, { transfer, loan, changes })
    await reofferLoan(deps, trx, { loan, transfer_id })
    await notifyStaff(deps, trx, {
      title: 'STP rechazó una orden',
      message: `La orden ${transfer.tracking_key} de ${loan.folio} fue rechazada. ${failure_message}`,
      reason_key: `transfer-refused:${loan.id}:${transfer.id}`,
    })
    await writeAudit(deps, trx, {
      context: null,
      action: 'transfer.failed',
      subject: 'transfer',
      subject_id: transfer.id,
      after: refusal,
    })
  })
}

/**
 * STP refused an order that was sent to it before. That earlier call may still be on its way, and nobody may pay the
 * loan by another order meanwhile: a person settles it.
 */
async function recordRefusedAgain(
  deps: Deps,
  claimed: TransferRow,
  refusal: { id: number | null; message: string },
) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, claimed.id)
    if (transfer.status !== 'unknown' || transfer.claimed_at !== claimed.claimed_at) return
    const said = stpResultText(refusal.id, refusal.message)
    const reason = `STP la rechazó al enviarla por segunda vez; pregunta en unos minutos si tiene la primera. ${said}`
    await sendToReview(deps, trx, { transfer, loan, reason })
  })
}

/** STP took the order: booked, unless a webhook or a query was faster. What it had refused is left to a person. */
export async function recordSent(deps: Deps, transfer_id: number, stp_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, transfer_id)
    if (transfer.sent_at !== null) return
    if (transfer.status === 'failed') {
      await sendToReview(deps, trx, { transfer, loan, reason: 'STP aceptó una orden que había rechazado.' })
      return
    }
    await bookReport(deps, trx, { transfer, loan, report: { stp_id, stp_state: null, state: null } })
  })
}

/** The call ended without a certain answer: the order stays `unknown`, and whoever waits for it is told so. */
async function recordUnknown(deps: Deps, transfer_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown') return
    await changeTransfer(deps, trx, { transfer, loan, changes: { asked_at: isoOf(deps.clock()) } })
  })
}

type Recording = (deps: Deps, claimed: TransferRow, refusal: { id: number; message: string }) => Promise<void>

/** Writes what STP answered to a registration. */
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

/** The age of a claim until which its call may go out: well before anybody else asks for the order. */
const claimLastsSeconds = 10

function isFresh({ claimed_at }: TransferRow, now: Temporal.Instant): boolean {
  if (claimed_at === null) return false
  return now.since(Temporal.Instant.from(claimed_at)).total('seconds') <= claimLastsSeconds
}

/**
 * Sends a claimed order, with no transaction open; the firma that goes with it is kept first. A process that stood
 * still since its claim sends nothing: others may have sent the order, and its operating day may be over; the sweep
 * asks.
 */
async function register(deps: Deps, claimed: TransferRow, refuse: Recording): Promise<void> {
  const order = stpOrderOf(claimed)
  const signature = deps.stp.signatureOf(order)
  await deps.db.updateTable('transfer').set({ signature }).where('id', '=', claimed.id).execute()
  if (!isFresh(claimed, deps.clock())) return
  const result = await deps.stp.registerOrder(order)
  await recordRegistered(deps, claimed, { result, refuse })
}

/** Sends an order for the first time: a listed refusal is the end of it. */
export function registerTransfer(deps: Deps, claimed: TransferRow): Promise<void> {
  return register(deps, claimed, recordRefused)
}

/** Sends an order again with the same key: a refusal says nothing of the calls before this one. */
export function registerAgain(deps: Deps, claimed: TransferRow): Promise<void> {
  return register(deps, claimed, recordRefusedAgain)
}

/** Pays an order out, once: claim, call, record. Called again, it does nothing. */
export async function sendTransfer(deps: Deps, transfer_id: number): Promise<void> {
  const claimed = await claimTransfer(deps, transfer_id)
  if (claimed !== undefined) await registerTransfer(deps, claimed)
}
