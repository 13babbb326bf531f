import type { NoticeReason } from '@quincena/domain/notifications/kinds'
import { wordsOf } from '@quincena/domain/texts/notice-words'

/** For the worker: the no-debt letter of a loan can be downloaded. */
export function noDebtLetterNotice({ loan_id, letter_id }: { loan_id: number; letter_id: number }) {
  const reason_key: NoticeReason = `no-debt-letter:${loan_id}:${letter_id}`
  return {
    words: wordsOf('notice_no_debt_letter', {}),
    reason_key,
  }
}
