import { formatMoney } from '@quincena/domain/format'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { TransferRow } from '../transfers/rules.ts'

type Refund = Pick<TransferRow, 'id' | 'amount_cents' | 'beneficiary_account' | 'tracking_key'>

/** For the worker: the refund arrived. */
export function refundSettledNotice({ id, amount_cents, beneficiary_account }: Refund) {
  const words = wordsOf('notice_refund', {
    ...{ amount: amount_cents, last_digits: beneficiary_account.slice(-4) },
  })
  return { words, reason_key: `refund:${id}:settled` as const }
}

/** For the worker: the money of a refund did not arrive and is in the balance again. */
export function refundBackNotice({ id, amount_cents }: Refund) {
  return {
    words: wordsOf('notice_refund_back', { amount: amount_cents }),
    reason_key: `refund:${id}:back` as const,
  }
}

/** For staff: a refund came back. */
export function refundReturnedNotice({ id, amount_cents, tracking_key }: Refund, worker: string) {
  const message = `Los ${formatMoney(amount_cents)} de la orden ${tracking_key} para ${worker} regresaron y están de nuevo en su saldo a favor.`
  return { title: 'Devolución de saldo regresada', message, reason_key: `refund-returned::${id}` as const }
}
