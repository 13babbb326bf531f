import { formatMoney } from '@quincena/domain/format'
import type { TransferRow } from '../transfers/rules.ts'

type Return = Pick<
  TransferRow,
  'id' | 'amount_cents' | 'tracking_key' | 'incoming_payment_id' | 'beneficiary_name'
>

/** For staff: the return of an incoming payment was not made, and the money is to be identified again. */
export function returnBackNotice({ id, amount_cents, tracking_key, ...order }: Return) {
  const { incoming_payment_id, beneficiary_name } = order
  return {
    title: 'Un abono no se pudo devolver',
    message: `Los ${formatMoney(amount_cents)} de ${beneficiary_name} siguen en la cuenta (orden ${tracking_key}): están de nuevo por identificar.`,
    reason_key: `incoming-return:0:${incoming_payment_id ?? 0}:${id}` as const,
  }
}

/** For staff: STP returned money that is already used, by an order that it had refused. */
export function returnedUsedNotice({ id, amount_cents, tracking_key, ...order }: Return) {
  const { incoming_payment_id, beneficiary_name } = order
  return {
    title: 'STP devolvió dinero ya usado',
    message: `STP devolvió ${formatMoney(amount_cents)} a ${beneficiary_name} por la orden ${tracking_key}, que había rechazado, y ese abono ya se usó. Quedan en partidas por aclarar.`,
    reason_key: `incoming-return:0:${incoming_payment_id ?? 0}:${id}:used` as const,
  }
}
