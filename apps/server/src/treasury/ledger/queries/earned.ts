import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** Returns what a loan has earned until now in centavos, net of reversals: income, and the tax separated from it. */
export async function earnedSoFar(db: Db | Trx, loan_id: number): Promise<{ income: Cents; tax: Cents }> {
  const { rows } = await sql<{ income: Cents; tax: Cents }>`
    select
      coalesce(sum(amount_cents) filter (where kind = 'charge_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'charge_earned_reversed'), 0) as income,
      coalesce(sum(amount_cents) filter (where kind = 'tax_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'tax_earned_reversed'), 0) as tax
    from ledger_entry where loan_id = ${loan_id}`.execute(db)
  return rows[0] ?? { income: 0, tax: 0 }
}
