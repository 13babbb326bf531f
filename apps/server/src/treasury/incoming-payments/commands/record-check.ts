import { isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import { checkAgainstStp, type StpCheck } from '@quincena/domain/incoming-payments/stp-check'
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
import { manyUnconfirmedNotice, receivedNotice, unconfirmedNotice } from '../notices.ts'
import { confirmedFacts } from '../queries/stp-facts.ts'
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

/**
 * One order of STP can confirm only one incoming payment. Returns true if another payment has this order, or if one
 * registered before these checks existed has the same STP number, or the same key, day and amount. So a second callback
 * with the key of real money confirms nothing.
 */
async function isUsed(
  trx: Trx,
  order: StpOrder,
  { id, paying_institution }: Pick<IncomingRow, 'id' | 'paying_institution'>,
): Promise<boolean> {
  const other = await trx
    .selectFrom('incoming_payment')
    .select('id')
    .where('id', '<>', id)
    .where((eb) => {
      const sameKey = [
        eb('tracking_key', '=', order.tracking_key),
        eb('operation_date', '=', order.operation_date),
      ]
      const unchecked = eb('stp_check', '=', 'unchecked')
      return eb.or([
        eb('stp_order_id', '=', order.id),
        eb.and([unchecked, eb('stp_id', '=', order.id)]),
        eb.and([unchecked, ...sameKey, eb('amount_cents', '=', order.amount)]),
        eb.and([
          eb('stp_confirmed_at', 'is not', null),
          ...sameKey,
          eb('paying_institution', '=', paying_institution),
        ]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
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

/** Returns the columns to write for STP's answer; facts only if it confirms the payment. */
async function changesFrom(
  trx: Trx,
  row: IncomingRow,
  { order, at }: { order: StpOrder | null; at: string },
) {
  const check = checkAgainstStp(row, order)
  if (check !== 'confirmed' || order === null) return { stp_check: check, stp_asked_at: at }
  const facts = await confirmedFacts(trx, order)
  const { paying_institution } = facts
  const isOfAnother = await isUsed(trx, order, { id: row.id, paying_institution })
  if (isOfAnother || (await hasExactCallback(trx, row, order)))
    return { stp_check: 'mismatch' as const, stp_asked_at: at }
  const confirmation = { stp_check: check, stp_confirmed_at: at, stp_order_id: order.id, stp_asked_at: at }
  // The return of our own order books that money.
  if (isReturnedMoney(facts.payment_type)) return { ...facts, ...confirmation }
  return { ...facts, ...confirmation, booked_at: row.booked_at ?? at }
}

async function noticeOf(trx: Trx, row: IncomingRow, { order, is_one_of_many = false }: Answer) {
  if (row.stp_check !== 'confirmed') {
    const hour = (row.stp_asked_at ?? '').slice(0, 'yyyy-mm-ddThh'.length)
    return is_one_of_many ? manyUnconfirmedNotice(hour) : unconfirmedNotice(row, order)
  }
  const { matched_loan_id: id } = row
  return receivedNotice(row, id === null ? null : { id, folio: await paymentMatcher().findFolio(trx, id) })
}

type Changes = Awaited<ReturnType<typeof changesFrom>>

function auditOf(
  row: IncomingRow,
  changes: Changes,
  order: StpOrder | null,
): Parameters<typeof writeAudit>[2] {
  const { stp_check } = changes
  const match = 'matched_loan_id' in changes ? { matched_loan_id: changes.matched_loan_id } : {}
  return {
    context: null,
    action: stp_check === 'confirmed' ? 'incoming_payment.checked' : 'incoming_payment.doubted',
    subject: ['incoming_payment', row.id],
    before: { stp_check: row.stp_check },
    after: { stp_check, stp_order: order?.id ?? null, stp_amount_cents: order?.amount ?? null, ...match },
  }
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
    const changes = await changesFrom(trx, row, { order, at: isoOf(deps.clock()) })
    const { stp_check: check } = changes
    await moveIncomingPayment(deps, trx, { id, changes })
    if ('booked_at' in changes && row.booked_at === null) await postReceipt(deps, trx, row)
    if (check === row.stp_check || check === 'pending') return check
    await notifyStaff(deps, trx, await noticeOf(trx, { ...row, ...changes }, answer))
    await writeAudit(deps, trx, auditOf(row, changes, order))
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
