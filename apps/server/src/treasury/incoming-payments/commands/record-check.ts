import { checkAgainstStp, type StpCheck } from '@quincena/domain/incoming-payments/stp-check'
import type { Selectable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { IncomingTables } from '../../../db/incoming-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { manyUnconfirmedNotice, unconfirmedNotice } from '../notices.ts'
import { confirmedFacts } from '../queries/stp-facts.ts'
import { isUsed } from '../queries/used-orders.ts'
import { confirmIncomingPayment } from './confirm-incoming-payment.ts'
import { lockIdentity } from './identity.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'

type IncomingRow = Selectable<IncomingTables['incoming_payment']>

/** STP's answer about one incoming payment; `order` is null if STP has no order with that key on that day. */
interface Answer {
  id: number
  order: StpOrder | null
  /** True if STP rejects many at once: staff get one notice an hour for all of them. */
  is_one_of_many?: boolean
}

/** True if another unanswered callback agrees with the order and also has STP's number of it. */
async function hasExactCallback(trx: Trx, row: IncomingRow, order: StpOrder): Promise<boolean> {
  if (row.stp_id === order.id) return false
  const others = await trx
    .selectFrom('incoming_payment')
    .select(['amount_cents', 'beneficiary_account'])
    .where('id', '<>', row.id)
    .where('stp_id', '=', order.id)
    .where('status', '=', 'open')
    .where('stp_check', '=', 'pending')
    .where('tracking_key', '=', order.tracking_key)
    .where('operation_date', '=', order.operation_date)
    .execute()
  return others.some((other) => checkAgainstStp(other, order) === 'confirmed')
}

/** Returns STP's check of a payment, and STP's facts if it confirms the payment. */
async function checkOf(trx: Trx, row: IncomingRow, order: StpOrder | null) {
  const check = checkAgainstStp(row, order)
  if (check !== 'confirmed' || order === null) return { check }
  const facts = await confirmedFacts(trx, order)
  const { paying_institution } = facts
  const isOfAnother = await isUsed(trx, order, { id: row.id, paying_institution })
  if (isOfAnother || (await hasExactCallback(trx, row, order))) return { check: 'mismatch' as const }
  return { check, confirmed: { row, order, facts } }
}

/** Flags a payment that STP does not confirm, and notifies staff when the check changes. */
async function flagPayment(
  deps: Deps,
  trx: Trx,
  { row, check, answer }: { row: IncomingRow; check: StpCheck; answer: Answer },
): Promise<void> {
  const { order, is_one_of_many = false } = answer
  const at = isoOf(deps.clock())
  await moveIncomingPayment(deps, trx, { id: row.id, changes: { stp_check: check, stp_asked_at: at } })
  if (check === row.stp_check || check === 'pending') return
  const hour = at.slice(0, 'yyyy-mm-ddThh'.length)
  await notifyStaff(deps, trx, is_one_of_many ? manyUnconfirmedNotice(hour) : unconfirmedNotice(row, order))
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.doubted',
    subject: ['incoming_payment', row.id],
    before: { stp_check: row.stp_check },
    after: { stp_check: check, stp_order: order?.id ?? null, stp_amount_cents: order?.amount ?? null },
  })
}

/**
 * Records STP's answer about an open incoming payment and returns the check. The payment is confirmed if STP has it
 * with the same amount and account; then STP's facts replace the callback's. Otherwise it is flagged and queried again
 * later. Staff get a notice when the check changes. Safe to repeat.
 */
export async function recordCheck(deps: Deps, answer: Answer): Promise<StpCheck> {
  return deps.db.transaction().execute(async (trx) => {
    const { id, order } = answer
    if (order !== null) await lockIdentity(trx, { stp_id: order.id, tracking_key: order.tracking_key })
    const row = await lockIncomingPayment(trx, id)
    if (row.status !== 'open' || row.stp_confirmed_at !== null) return row.stp_check
    const { check, confirmed } = await checkOf(trx, row, order)
    if (confirmed === undefined) await flagPayment(deps, trx, { row, check, answer })
    else await confirmIncomingPayment(deps, trx, confirmed)
    return check
  })
}

/** Records that a query about these payments got no answer; they are queried again after a pause. */
export async function storeQueryTimes(deps: Deps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deps.db
    .updateTable('incoming_payment')
    .set({ stp_asked_at: isoOf(deps.clock()) })
    .where('id', 'in', ids)
    .execute()
}
