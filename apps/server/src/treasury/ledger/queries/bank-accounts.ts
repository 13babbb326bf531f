import { sql } from 'kysely'

/** SQL for the lender's account that money reaches which does not come through STP. */
export const defaultBankAccount = sql<number>`(select id from bank_account where is_default)`
