import {
  type IncomingPaymentCallback,
  incomingPaymentCallback,
} from '@quincena/domain/incoming-payments/callback'
import { writeAudit } from '../../../lib/audit.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notifyStaff } from '../../notifications/commands.ts'
import { findMatch } from '../match.ts'
import { contradictedNotice, receivedNotice, unreadableNotice } from '../notices.ts'

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
      received_at: isoOf(deps.clock()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'amount_cents', 'payer_name', 'matched_loan_id', 'match_rule'])
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

async function tellStaff(deps: Deps, trx: Trx, row: Inserted) {
  const loan =
    row.matched_loan_id === null
      ? null
      : await trx
          .selectFrom('loan')
          .select(['id', 'folio'])
          .where('id', '=', row.matched_loan_id)
          .executeTakeFirstOrThrow()
  await notifyStaff(deps, trx, receivedNotice(row, loan))
  await deps.events.publish(trx, { topic: 'incoming_payment', id: row.id, user_ids: [], staff: true })
  const { id, amount_cents, matched_loan_id, match_rule } = row
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
 * Takes STP's word on money that arrived, once: kept, matched to a live loan where it names one, and offered to staff.
 * It books nothing. Told again, nothing changes; `fields` are those of `callbackFields`.
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
  await tellStaff(deps, trx, row)
  return { incoming_payment_id: row.id, outcome: 'recorded' }
}
