import { type BooksAtInstant, judgeBalance } from '@quincena/domain/treasury/balance-check'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isOpened } from '../queries/books.ts'
import { followCase } from './follow-case.ts'

/** STP's answer, and our books just before the call and just after it, in centavos. */
export interface BalanceAnswer {
  balance: number
  pending: number
  books: readonly [BooksAtInstant, BooksAtInstant]
  checked_at: Temporal.Instant
}

/**
 * Stores a check and follows the case of a lasting difference. The caller has locked the one row of `stp_balance`, so
 * that two checks at once are stored one after the other. A check that is older than the newest one is kept, and says
 * nothing about the case. Returns true if a difference was found that no case has yet, or that money under way may
 * explain: it needs another check.
 */
export async function storeCheck(deps: Deps, trx: Trx, answer: BalanceAnswer): Promise<boolean> {
  const { balance, pending, books, checked_at } = answer
  const judgment = judgeBalance({ balance, pending }, books)
  const needsOpening = judgment.verdict !== 'verified' && !(await isOpened(trx))
  const newest = await trx
    .selectFrom('balance_check')
    .select('checked_at')
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const check = await trx
    .insertInto('balance_check')
    .values({
      checked_at: isoOf(checked_at),
      ...{ balance_cents: balance, pending_cents: pending },
      ...{ cash_cents: judgment.books.cash, transit_cents: judgment.books.transit },
      ...{ low_cents: judgment.low, high_cents: judgment.high },
      verdict: needsOpening ? 'unopened' : judgment.verdict,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (newest !== undefined && newest.checked_at > check.checked_at) return false
  await followCase(deps, trx, check)
  if (check.verdict === 'moving') return true
  if (check.verdict !== 'difference') return false
  const open = await trx
    .selectFrom('balance_case')
    .select('id')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return open === undefined
}
