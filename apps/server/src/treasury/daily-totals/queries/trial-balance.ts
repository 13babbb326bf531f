import type { Day } from '@quincena/domain/dates'
import { ACCOUNT_ORDER } from '@quincena/domain/treasury/accounts'
import type { TrialBalance } from '@quincena/domain/treasury/schema'
import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/treasury-types.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { allTotals, inSnapshot, readMark } from './kept-totals.ts'

/** The days of a trial balance, both included. */
export interface Days {
  from: Day
  to: Day
}

type Figures = TrialBalance['total']

interface AccountFigures extends Figures {
  account: LedgerAccount
}

const empty: Figures = { opening: 0, debits: 0, credits: 0, closing: 0 }

/** The sums of all lines. Every entry has both sides, so opening and closing are 0 and debits equal credits. */
function totalOf(lines: readonly Figures[]): Figures {
  return lines.reduce(
    (sum, { opening, debits, credits, closing }) => ({
      opening: sum.opening + opening,
      debits: sum.debits + debits,
      credits: sum.credits + credits,
      closing: sum.closing + closing,
    }),
    empty,
  )
}

/**
 * The trial balance of some days in centavos, a line for each account that ever had an entry, in the order of the chart.
 * Balances are debits less credits. Reads the kept totals and the entries after them.
 */
export function readTrialBalance(db: Db | Trx, { from, to }: Days): Promise<TrialBalance> {
  return inSnapshot(db, async (snapshot) => {
    const { through_id, checked_at, wrong_totals } = await readMark(snapshot)
    const { rows } = await sql<AccountFigures>`
      select account,
        coalesce(sum(debit - credit) filter (where day < ${from}), 0) as opening,
        coalesce(sum(debit) filter (where day >= ${from}), 0) as debits,
        coalesce(sum(credit) filter (where day >= ${from}), 0) as credits,
        coalesce(sum(debit - credit), 0) as closing
      from ${allTotals(through_id)} as total where day <= ${to} group by account`.execute(snapshot)
    const lines = ACCOUNT_ORDER.flatMap((account) => rows.find((row) => row.account === account) ?? [])
    return {
      ...{ from, to, lines, total: totalOf(lines) },
      ...{ totals_checked_at: checked_at, wrong_totals },
    }
  })
}
