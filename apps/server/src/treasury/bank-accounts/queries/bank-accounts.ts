import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { defaultBankAccount } from '../../ledger/queries/bank-accounts.ts'

/** SQL for lines that have no payment for a part of their amount, and no explanation. */
export const isOpenLine = sql<boolean>`explained_as is null and (amount_cents < 0 or matched_cents < amount_cents)`

function accountRows(db: Db | Trx) {
  return db.selectFrom('bank_account as a').select([
    ...(['a.id', 'a.name', 'a.bank', 'a.clabe', 'a.is_default', 'a.created_at', 'a.closed_at'] as const),
    'a.statement_columns',
    // The kept total, and the entries after it.
    sql<number>`(select coalesce(sum(amount), 0) from (
        select debit_cents - credit_cents as amount from bank_account_total where bank_account_id = a.id
        union all
        select case when debit_account = 'bank_cash' then amount_cents else -amount_cents end
        from ledger_entry where bank_account_id = a.id
          and id > coalesce((select through_id from bank_account_total where bank_account_id = a.id), 0)
      ) as part)::bigint`.as('balance'),
    sql<number>`(select count(*) from bank_line where bank_account_id = a.id and ${isOpenLine})`.as(
      'open_lines',
    ),
    sql<number>`(select count(*) from open_bank_payment where bank_account_id = a.id)`.as('open_payments'),
    sql<string | null>`(select max(day) from bank_line where bank_account_id = a.id)`.as('statement_day'),
    sql<
      number | null
    >`(select balance_cents from bank_line where bank_account_id = a.id and balance_cents is not null
      order by day desc, id desc limit 1)`.as('statement_balance'),
  ])
}

/** Lists the lender's bank accounts with their figures in centavos: the default one, the open ones, the closed ones. */
export async function listBankAccounts(db: Db | Trx): Promise<BankAccount[]> {
  return accountRows(db)
    .orderBy('a.is_default', 'desc')
    .orderBy(sql`a.closed_at is not null`)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
}

/** Reads one account as the list shows it. Throws `bank_account.not_found` (404). */
export async function getBankAccount(db: Db | Trx, id: number): Promise<BankAccount> {
  const row = await accountRows(db).where('a.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('bank_account.not_found', 404)
  return row
}

/**
 * The statement of `requireOpenAccount`, to be sent with others; `requireOpen` judges its row. Without an id it reads the
 * default account.
 */
export const selectAccount = (db: Db | Trx, id: number | undefined) =>
  db
    .selectFrom('bank_account')
    .select(['id', 'name', 'statement_columns', 'closed_at'])
    .where('id', '=', id ?? defaultBankAccount)

/** Throws `bank_account.not_found` (404) without a row, or `bank_account.closed` (409). */
export function requireOpen<Row extends { closed_at: string | null }>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('bank_account.not_found', 404)
  if (row.closed_at !== null)
    throw new AppError('bank_account.closed', 409, { fields: { bank_account: 'bank_account.closed' } })
  return row
}

/** Reads an open account. Throws `bank_account.not_found` (404) or `bank_account.closed` (409). */
export async function requireOpenAccount(db: Db | Trx, id: number) {
  return requireOpen(await selectAccount(db, id).executeTakeFirst())
}
