import type { LoanBooks } from '@quincena/domain/loans/books'
import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/treasury-types.ts'
import type { Db, Trx } from '../../../db/types.ts'

const creditOf = (account: LedgerAccount) =>
  sql<number>`coalesce(sum(case ${account} when credit_account then amount_cents when debit_account then -amount_cents end), 0)`

/** What the ledger's accounts of one loan hold, in centavos. */
export async function readLoanBalances(db: Db | Trx, loan_id: number): Promise<LoanBooks> {
  const { receivable_credit, ...books } = await db
    .selectFrom('ledger_entry')
    .select([
      creditOf('loan_receivable').as('receivable_credit'),
      creditOf('unearned_finance_charge').as('unearned'),
      creditOf('finance_income').as('income'),
      creditOf('tax_pending').as('tax_pending'),
      creditOf('tax_payable').as('tax_payable'),
    ])
    .where('loan_id', '=', loan_id)
    .executeTakeFirstOrThrow()
  return { receivable: -receivable_credit, ...books }
}
