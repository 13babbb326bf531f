import type { StatementColumns } from '@quincena/domain/bank-statements/columns'
import type { Trx } from '../../../db/types.ts'

/** Keeps the columns of an account's last statement, which the next upload suggests. */
export async function rememberColumns(trx: Trx, id: number, columns: StatementColumns): Promise<void> {
  const statement_columns = JSON.stringify(columns)
  await trx.updateTable('bank_account').set({ statement_columns }).where('id', '=', id).execute()
}
