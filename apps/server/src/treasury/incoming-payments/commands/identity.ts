import type { IncomingPaymentCallback } from '@quincena/domain/incoming-payments/callback'
import { sql } from 'kysely'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'

/** Maps the fields of a callback to the columns of `incoming_payment`. */
export function columnsOf(callback: IncomingPaymentCallback) {
  return {
    stp_id: callback.id,
    operation_date: callback.fechaOperacion,
    paying_institution: callback.institucionOrdenante,
    tracking_key: callback.claveRastreo,
    amount_cents: callback.monto,
    payer_name: callback.nombreOrdenante,
    paying_account: callback.cuentaOrdenante,
    rfc_curp_payer: callback.rfcCurpOrdenante,
    beneficiary_account: callback.cuentaBeneficiario,
    payment_concept: callback.conceptoPago,
    numeric_reference: callback.referenciaNumerica,
    payment_type: callback.tipoPago,
    settled_at: callback.tsLiquidacion,
  }
}

export type CallbackFacts = ReturnType<typeof columnsOf>

/**
 * Locks STP's number and the tracking key: until the transaction ends, no other callback with one of them is stored and
 * no order with this key is confirmed.
 */
export async function lockIdentity(
  trx: Trx,
  { stp_id, tracking_key }: Pick<CallbackFacts, 'stp_id' | 'tracking_key'>,
): Promise<void> {
  if (tracking_key !== null) await takeLock(trx, { record: 'incoming_key', key: tracking_key })
  if (stp_id !== null) await takeLock(trx, { record: 'incoming_stp', key: String(stp_id) })
}

/** Finds the incoming payment that STP confirmed and that has the callback's STP number, or its key, day and bank. */
export function findConfirmed(trx: Trx, facts: CallbackFacts) {
  const { stp_id, tracking_key, operation_date, paying_institution } = facts
  return trx
    .selectFrom('incoming_payment')
    .select(['id', 'amount_cents', 'payer_name'])
    .where('stp_confirmed_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('stp_id', '=', stp_id),
        eb.and([
          eb('tracking_key', '=', tracking_key),
          eb('operation_date', '=', operation_date),
          eb('paying_institution', '=', paying_institution),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Finds the incoming payment of an earlier callback with the same facts. A repeated callback may lack some facts, but
 * has the same amount and beneficiary account. A callback that differs in a fact is not a repetition: it may be the
 * real one after a forged one.
 */
export function findRepeated(trx: Trx, facts: CallbackFacts) {
  const { amount_cents, beneficiary_account, ...others } = facts
  const same = Object.entries(others).flatMap(([column, value]) =>
    value === null ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  )
  return trx
    .selectFrom('incoming_payment')
    .select('id')
    .where('amount_cents', '=', amount_cents)
    .where('beneficiary_account', 'is not distinct from', beneficiary_account)
    .where((eb) => eb.and(same))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
