import { formatMoney } from '@quincena/domain/format'
import type { UseBalanceBody } from '@quincena/domain/worker-balances/schema'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { accountOf } from '../../../treasury/worker-accounts/queries/account.ts'
import { lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { recordPaymentIn } from './record-payment.ts'

/** Throws `worker_balance.used` (409), with what is left, if an amount in centavos is more than the worker's balance. */
async function refuseAboveBalance(trx: Trx, user_id: number, { amount_paid }: UseBalanceBody) {
  const { balance } = await accountOf(trx, user_id)
  if (amount_paid <= balance) return
  const detail = `El saldo a favor es de ${formatMoney(balance)}.`
  throw new AppError('worker_balance.used', 409, { detail, texts: { amount_paid: [detail] } })
}

/**
 * Pays a loan today with a part of its worker's balance: workers for their own loan, staff for any. The amount, in
 * centavos, is at most the balance and at most the payoff. Throws `loan.not_found` (404, also for another worker's
 * loan), `worker_balance.used` (409) and what `recordPayment` throws.
 */
export function useBalance(
  deps: Deps,
  context: CommandContext,
  { loan_id, body }: { loan_id: number; body: UseBalanceBody },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    if (!isStaff(context.user) && loan.user_id !== context.user.id) throw new AppError('loan.not_found', 404)
    await refuseAboveBalance(trx, loan.user_id, body)
    const registration = { context, body: { ...body, loan_request: loan_id }, from_balance: true }
    return recordPaymentIn(deps, trx, registration)
  })
}
