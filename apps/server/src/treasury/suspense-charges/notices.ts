import type { Cents } from '@quincena/domain/money'
import { wordsOf } from '@quincena/domain/texts/notice-words'

/** For the worker: they owe what they used of money that went back to its sender; amount in centavos. */
export function chargedNotice({ charge_id, amount }: { charge_id: number; amount: Cents }) {
  return {
    words: wordsOf('notice_balance_charged', { amount }),
    reason_key: `balance:${charge_id}:charged` as const,
  }
}
