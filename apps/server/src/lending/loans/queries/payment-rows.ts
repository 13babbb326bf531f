import type { Payment } from '@quincena/domain/payments/schema'
import type { Selectable } from 'kysely'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Db, Trx } from '../../../db/types.ts'

type PaymentRow = Selectable<LoanTables['payment']>

/** A payment's row as the API has it, amounts in centavos. */
export function presentPayment(row: PaymentRow): Payment {
  const { id, value_date, channel, reference, excess, created_at, reversed_at, reversal_reason } = row
  return {
    ...{ id, value_date, channel, reference, excess, created_at, reversed_at, reversal_reason },
    loan_request: row.loan_id,
    user: row.user_id,
    amount_paid: row.amount_paid_cents,
    previous_amount_due: row.previous_amount_due_cents,
    new_amount_due: row.new_amount_due_cents,
    discount: row.discount_cents,
    applied: {
      due: row.due_cents,
      on_account: row.on_account_cents,
      prepaid: row.prepaid_cents,
      settles: row.due_cents === null && row.new_amount_due_cents === 0,
      principal: row.principal_cents,
      interest: row.interest_cents,
      tax: row.tax_cents,
    },
    remainder: row.remainder_cents,
    division_changed_at: row.division_changed_at,
    owed_by_worker: row.owed_by_worker,
  }
}

/** The payments of a loan, newest first, including reversed ones. Amounts in centavos. */
export async function paymentsOf(db: Db | Trx, loan_id: number): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentPayment)
}
