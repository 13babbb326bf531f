import { beneficiary } from '@quincena/domain/loans/limits'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { createTransfer } from '../../../treasury/transfers/commands/create-transfer.ts'
import type { Payee, Place, TransferRow } from '../../../treasury/transfers/rules.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'

const concepts: Record<LoanType, string> = { credit: 'Envío de crédito', advance: 'Envío de anticipo' }

/** Returns the worker's name and current account; null without an account that can be paid. */
async function findPayee(trx: Trx, user_id: number): Promise<Payee | null> {
  const { bank, debit_card_number, ...name } = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'bank', 'debit_card_number'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const receiver = beneficiary(debit_card_number)
  return receiver === null || bank === null ? null : { ...name, bank, ...receiver }
}

/**
 * Writes the order that will pay a loan out to its worker's current account, in the caller's transaction. The loan and
 * its worker are locked. Throws the errors of `createTransfer`.
 */
export async function createPayout(
  deps: Deps,
  trx: Trx,
  { loan, place }: { loan: LoanRow; place: Place },
): Promise<TransferRow> {
  return createTransfer(deps, trx, {
    purpose: 'payout',
    loan_id: loan.id,
    amount_cents: loan.amount_cents,
    payment_concept: concepts[loan.type],
    payee: await findPayee(trx, loan.user_id),
    place,
  })
}
