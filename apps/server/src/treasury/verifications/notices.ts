import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { VerificationRow } from './queries/find-verification.ts'

type Verification = Pick<VerificationRow, 'id' | 'user_id' | 'account' | 'holder_name' | 'decided_at'>

/** For staff: the bank names somebody else as the holder of a worker's account. */
export function accountMismatchNotice({ id, holder_name, decided_at }: Verification, worker: string) {
  const message = `${worker} registró una cuenta que su banco tiene a nombre de ${holder_name ?? 'otra persona'}. Acéptala con una segunda persona o pide otra cuenta.`
  return {
    title: 'Cuenta a nombre de otra persona',
    message,
    reason_key: `account-mismatch:${id}:${decided_at}` as const,
  }
}

/** For the worker: their account cannot be used. */
export function accountRefusedNotice({ id, account, decided_at }: Verification) {
  return {
    words: wordsOf('notice_account_refused', { last_digits: account.slice(-4) }),
    reason_key: `account:verification:${id}:${decided_at}` as const,
  }
}

/** For the worker: staff ask for another account. */
export function otherAccountNotice({ id, account }: Verification, at: string) {
  return {
    words: wordsOf('notice_account_other', { last_digits: account.slice(-4) }),
    reason_key: `account:other:${id}:${at}` as const,
  }
}

/** For the worker: two people of the lender accepted the account. */
export function accountAcceptedNotice({ id, account }: Verification, at: string) {
  const words = wordsOf('notice_account_accepted', { last_digits: account.slice(-4) })
  return { words, reason_key: `account:accepted:${id}:${at}` as const }
}
