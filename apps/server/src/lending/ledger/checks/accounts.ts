import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/** Every verified account is so because an order to it is settled: a payout of its worker, or one centavo. */
export const verifiedAccounts: CheckGroup = {
  rows: sql`
    select v.id, transfer.id is not null as is_settled
    from account_verification as v
    left join (transfer left join loan on loan.id = transfer.loan_id) on transfer.id = v.transfer_id
      and transfer.state = 'LQ' and transfer.beneficiary_account = v.account
      and coalesce(transfer.user_id, loan.user_id) = v.user_id
      and transfer.purpose = case v.source when 'payout' then 'payout' else 'verification' end
    where v.state = 'verified'`,
  checks: [
    {
      name: 'verified_account',
      proves: 'cada cuenta confirmada recibió un depósito o el centavo con que su banco nombró al titular',
      unit: 'number',
      subject: text('account_verification'),
      expected: sql`1`,
      found: sql`is_settled::integer`,
    },
  ],
}
