import type { Trx } from '../../../db/types.ts'
import type { WorkerAccount } from './find-verification.ts'

/** Returns the latest settled payout of a worker to an account; undefined if there is none. */
export async function findSettledPayout(
  trx: Trx,
  { user_id, account }: WorkerAccount,
): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('loan_summary')
    .innerJoin('transfer', 'transfer.loan_id', 'loan_summary.id')
    .select('transfer.id')
    .where('loan_summary.user_id', '=', user_id)
    .where('transfer.beneficiary_account', '=', account)
    .where('transfer.status', '=', 'sent')
    .where('transfer.state', '=', 'LQ')
    .orderBy('transfer.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
