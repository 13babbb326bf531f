import type { NoticeReason } from '@quincena/domain/notifications/kinds'

/** For the worker: the no-debt letter of a loan can be downloaded. */
export function noDebtLetterNotice({ loan_id, letter_id }: { loan_id: number; letter_id: number }) {
  const reason_key: NoticeReason = `no-debt-letter:${loan_id}:${letter_id}`
  return {
    title: 'Tu constancia de no adeudo está lista',
    message: 'Ya puedes descargarla en el detalle de tu préstamo y en tus descargas.',
    reason_key,
  }
}
