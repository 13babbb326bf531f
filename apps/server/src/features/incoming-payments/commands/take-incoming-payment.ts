import {
  type IncomingPaymentCallback,
  incomingPaymentCallback,
} from '@quincena/domain/incoming-payments/callback'
import { writeAudit } from '../../../lib/audit.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notifyStaff } from '../../notifications/commands.ts'
import { findMatch } from '../match.ts'
import { contradictedNotice, doubtedNotice, unreadableNotice } from '../notices.ts'

/** What came of STP's message: kept with it. */
interface Taken {
  incoming_payment_id: number | null
  outcome: 'recorded' | 'repeated' | 'contradicted' | 'other_company' | 'unreadable'
}

/** Kept by whoever comes first; undefined where it is there already, by either of its two identities. */
async function insertOnce(deps: Deps, trx: Trx, told: IncomingPaymentCallback) {
  const match = await findMatch(trx, told)
  return trx
    .insertInto('incoming_payment')
    .values({
      stp_id: told.id,
      operation_date: told.fechaOperacion,
      paying_institution: told.institucionOrdenante,
      tracking_key: told.claveRastreo,
      amount_cents: told.monto,
      payer_name: told.nombreOrdenante,
      paying_account: told.cuentaOrdenante,
      rfc_curp_payer: told.rfcCurpOrdenante,
      beneficiary_account: told.cuentaBeneficiario,
      payment_concept: told.conceptoPago,
      numeric_reference: told.referenciaNumerica,
      payment_type: told.tipoPago,
      settled_at: told.tsLiquidacion,
      matched_loan_id: match?.loan_id ?? null,
      match_rule: match?.rule ?? null,
      stp_check: told.claveRastreo === null || told.fechaOperacion === null ? 'not_found' : 'pending',
      received_at: isoOf(deps.clock()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function findEarlier(trx: Trx, told: IncomingPaymentCallback) {
  const { id, claveRastreo, fechaOperacion, institucionOrdenante } = told
  return trx
    .selectFrom('incoming_payment')
    .select(['id', 'amount_cents', 'payer_name'])
    .where((eb) =>
      eb.or([
        eb('stp_id', '=', id),
        eb.and([
          eb('tracking_key', '=', claveRastreo),
          eb('operation_date', '=', fechaOperacion),
          eb('paying_institution', '=', institucionOrdenante),
        ]),
      ]),
    )
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

type Inserted = NonNullable<Awaited<ReturnType<typeof insertOnce>>>

/** STP is asked by key and day: money without one of them it can never confirm. */
const isAskable = ({ tracking_key, operation_date }: Inserted) =>
  tracking_key !== null && operation_date !== null

/** Queues the query about it with its own transaction, and shows it to staff as not confirmed. */
async function askForConfirmation(deps: Deps, trx: Trx, row: Inserted) {
  const { id, amount_cents, matched_loan_id, match_rule } = row
  if (isAskable(row)) await deps.queue.send(trx, 'ask-incoming-payment', { incoming_payment_id: id })
  else await notifyStaff(deps, trx, doubtedNotice(row, null))
  await deps.events.publish(trx, { topic: 'incoming_payment', id, user_ids: [], staff: true })
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.received',
    subject: 'incoming_payment',
    subject_id: id,
    after: { amount_cents, matched_loan_id, match_rule },
  })
}

async function takeAgain(deps: Deps, trx: Trx, told: IncomingPaymentCallback): Promise<Taken> {
  const earlier = await findEarlier(trx, told)
  const agrees = earlier.amount_cents === told.monto
  if (!agrees) await notifyStaff(deps, trx, contradictedNotice(earlier, told.monto))
  return { incoming_payment_id: earlier.id, outcome: agrees ? 'repeated' : 'contradicted' }
}

/**
 * Keeps a callback of an incoming payment once and matches it to a live loan where it names one. A callback is unsigned:
 * it books nothing, and staff cannot use the money until STP confirms it by a signed query. A repeated callback changes
 * nothing; `fields` are those of `callbackFields`.
 */
export async function takeIncomingPayment(deps: Deps, trx: Trx, fields: unknown): Promise<Taken> {
  const { data: told } = incomingPaymentCallback.safeParse(fields)
  if (told === undefined) {
    await notifyStaff(deps, trx, unreadableNotice(isoOf(deps.clock())))
    return { incoming_payment_id: null, outcome: 'unreadable' }
  }
  const isOurs = told.empresa === null || told.empresa.toUpperCase() === deps.env.stp.company.toUpperCase()
  if (!isOurs) return { incoming_payment_id: null, outcome: 'other_company' }
  const row = await insertOnce(deps, trx, told)
  if (row === undefined) return takeAgain(deps, trx, told)
  await askForConfirmation(deps, trx, row)
  return { incoming_payment_id: row.id, outcome: 'recorded' }
}
