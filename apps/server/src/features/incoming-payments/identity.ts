import type { IncomingPaymentCallback } from '@quincena/domain/incoming-payments/callback'
import { sql } from 'kysely'
import type { Trx } from '../../lib/deps.ts'

/** The facts of a callback by the columns that keep them. */
export function columnsOf(told: IncomingPaymentCallback) {
  return {
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
  }
}

export type CallbackFacts = ReturnType<typeof columnsOf>

/**
 * Until the transaction ends, no other callback with this number of STP or this tracking key is kept, and no order with
 * this key confirmed.
 */
export async function lockIdentity(
  trx: Trx,
  { stp_id, tracking_key }: Pick<CallbackFacts, 'stp_id' | 'tracking_key'>,
): Promise<void> {
  const names = [
    ...(tracking_key === null ? [] : [`incoming key ${tracking_key}`]),
    ...(stp_id === null ? [] : [`incoming stp ${stp_id}`]),
  ]
  for (const name of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  }
}

/** The incoming payment that STP confirmed and that the callback is about, by STP's number or by key, day and bank. */
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
 * The incoming payment that an earlier callback with the same facts left. A repeated callback may lack some, but has the
 * same amount and beneficiary account; one that differs in any fact may be the real one after a forged one.
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
