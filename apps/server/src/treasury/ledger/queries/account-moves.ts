import type { Cents } from '@quincena/domain/money'
import type { Db, Trx } from '../../../db/types.ts'

/** One ledger entry of a loan's receivable. */
export interface AccountMove {
  kind: string
  created_at: string
  /** Centavos; positive if the debt grows. */
  change: Cents
  /** Centavos owed after this entry. */
  balance: Cents
}

/** Returns all entries of a loan's receivable in posting order, each with the balance after it. */
export async function listAccountMoves(db: Db | Trx, loan_id: number): Promise<AccountMove[]> {
  const entries = await db
    .selectFrom('ledger_entry')
    .select(['kind', 'created_at', 'amount_cents', 'debit_account'])
    .where('loan_id', '=', loan_id)
    .where((eb) =>
      eb.or([eb('debit_account', '=', 'loan_receivable'), eb('credit_account', '=', 'loan_receivable')]),
    )
    .orderBy('id')
    .execute()
  let balance = 0
  return entries.map(({ kind, created_at, amount_cents, debit_account }) => {
    const change = debit_account === 'loan_receivable' ? amount_cents : -amount_cents
    balance += change
    return { kind, created_at, change, balance }
  })
}
