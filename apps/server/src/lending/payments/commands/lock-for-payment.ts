import type { PaymentBody } from '@quincena/domain/payments/schema'
import { sql } from 'kysely'
import { inOneMessage } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import { selectAccount } from '../../../treasury/bank-accounts/queries/bank-accounts.ts'
import { requireLoan, selectLocked } from '../../loans/commands/move-loan.ts'
import { selectHistory } from '../../loans/queries/position.ts'

/** A payment that is refused leaves a gap in the numbers, as one that is rolled back. */
const takeId = sql<{ id: number }>`select nextval(pg_get_serial_sequence('payment', 'id')) as id`

/**
 * Locks a loan, reads its history and the bank account of a payment (without an id the default one), and takes the
 * payment's number, so that all rows that name it go in one message. All of this is one message with several statements,
 * because a single one would read the history from before it waited for the lock. Throws `loan.not_found` (404).
 */
export async function lockForPayment(trx: Trx, { loan_request, bank_account }: PaymentBody) {
  const [[loan], [read], [account], [taken]] = await inOneMessage(trx, (send) =>
    Promise.all([
      send(selectLocked(trx, loan_request)),
      send(selectHistory(loan_request)),
      send(selectAccount(trx, bank_account)),
      send(takeId),
    ]),
  )
  if (taken === undefined) throw new Error('the database gave no number of the payment')
  return { loan: requireLoan(loan), history: read?.history, account, payment_id: taken.id }
}

export type PaidAccount = Awaited<ReturnType<typeof lockForPayment>>['account']
