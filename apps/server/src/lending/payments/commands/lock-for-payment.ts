import type { PaymentBody } from '@quincena/domain/payments/schema'
import { inOneMessage } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import { selectAccount } from '../../../treasury/bank-accounts/queries/bank-accounts.ts'
import { requireLoan, selectLocked } from '../../loans/commands/move-loan.ts'
import { selectHistory } from '../../loans/queries/position.ts'

/**
 * Locks a loan and reads its history and the bank account of a payment, in one message. These are several statements,
 * because a single one would read the history from before it waited for the lock. Throws `loan.not_found` (404).
 */
export async function lockForPayment(trx: Trx, { loan_request, bank_account }: PaymentBody) {
  const [[loan], [read], [account]] = await inOneMessage(trx, (send) =>
    Promise.all([
      send(selectLocked(trx, loan_request)),
      send(selectHistory(loan_request)),
      bank_account === undefined ? [] : send(selectAccount(trx, bank_account)),
    ]),
  )
  return { loan: requireLoan(loan), history: read?.history, account }
}

export type PaidAccount = Awaited<ReturnType<typeof lockForPayment>>['account']
