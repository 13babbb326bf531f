import { checkAgainstStp, type StpCheck } from '@quincena/domain/incoming-payments/stp-check'
import type { Selectable } from 'kysely'
import type { IncomingTables } from '../../../db/incoming-types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { writeAudit } from '../../../lib/audit.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notifyStaff } from '../../notifications/commands.ts'
import { doubtedNotice, manyDoubtedNotice, receivedNotice } from '../notices.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'

type IncomingRow = Selectable<IncomingTables['incoming_payment']>

/** What STP answered about one incoming payment; `order` null: it has none with that key on that day. */
interface Answer {
  id: number
  order: StpOrder | null
  /** One of many that STP does not confirm: one notice an hour for all of them. */
  is_one_of_many?: boolean
}

/**
 * One order of STP is the money of one incoming payment: false where another has it already, or is known by STP's own
 * number of it. A second callback with the key of real money confirms nothing.
 */
async function isFree(trx: Trx, { id }: IncomingRow, order: StpOrder): Promise<boolean> {
  const other = await trx
    .selectFrom('incoming_payment')
    .select('id')
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('stp_order_id', '=', order.id), eb('stp_id', '=', order.id)]))
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

async function verdictOn(trx: Trx, row: IncomingRow, order: StpOrder | null) {
  const check = checkAgainstStp(row, order)
  if (check !== 'confirmed' || order === null) return { check, order_id: null }
  return (await isFree(trx, row, order))
    ? { check, order_id: order.id }
    : { check: 'mismatch' as const, order_id: null }
}

async function noticeOf(trx: Trx, row: IncomingRow, { order, is_one_of_many = false }: Answer) {
  if (row.stp_check !== 'confirmed') {
    const hour = (row.stp_asked_at ?? '').slice(0, 'yyyy-mm-ddThh'.length)
    return is_one_of_many ? manyDoubtedNotice(hour) : doubtedNotice(row, order)
  }
  if (row.matched_loan_id === null) return receivedNotice(row, null)
  const loans = trx.selectFrom('loan').select(['id', 'folio'])
  return receivedNotice(row, await loans.where('id', '=', row.matched_loan_id).executeTakeFirstOrThrow())
}

/**
 * Records what STP answered about an open incoming payment: usable where STP has it with the same facts, else flagged,
 * and asked about again later. Staff get a notice at each change. Safe to repeat. Returns the check.
 */
export async function recordCheck(deps: Deps, answer: Answer): Promise<StpCheck> {
  return deps.db.transaction().execute(async (trx) => {
    const { id, order } = answer
    const row = await lockIncomingPayment(trx, id)
    if (row.status !== 'open' || row.stp_confirmed_at !== null) return row.stp_check
    const { check, order_id } = await verdictOn(trx, row, order)
    const stp_asked_at = isoOf(deps.clock())
    const stp_confirmed_at = check === 'confirmed' ? stp_asked_at : null
    const changes = { stp_check: check, stp_confirmed_at, stp_order_id: order_id, stp_asked_at }
    await moveIncomingPayment(deps, trx, { id, changes })
    if (check === row.stp_check || check === 'pending') return check
    await notifyStaff(deps, trx, await noticeOf(trx, { ...row, ...changes }, answer))
    await writeAudit(deps, trx, {
      context: null,
      action: check === 'confirmed' ? 'incoming_payment.checked' : 'incoming_payment.doubted',
      subject: 'incoming_payment',
      subject_id: id,
      before: { stp_check: row.stp_check },
      after: { stp_check: check, stp_order: order?.id ?? null, stp_amount_cents: order?.amount ?? null },
    })
    return check
  })
}

/** STP was asked about these and gave no answer: they are asked about again after a pause. */
export async function noteAskedAbout(deps: Deps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deps.db
    .updateTable('incoming_payment')
    .set({ stp_asked_at: isoOf(deps.clock()) })
    .where('id', 'in', ids)
    .execute()
}
