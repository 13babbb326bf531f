import { formatMoney } from '@quincena/domain/format'
import type { MessageCode } from '@quincena/domain/messages'
import type { Cents } from '@quincena/domain/money'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writePostings } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { accountOf } from '../queries/account.ts'
import { publishBalance } from './publish-balance.ts'

/** Throws 409 with the figure at the amount if the amount in centavos is more than it. */
function refuseAbove(amount: Cents, limit: Cents, { code, says }: { code: MessageCode; says: string }) {
  if (amount <= limit) return
  const detail = `${says} ${formatMoney(limit)}.`
  throw new AppError(code, 409, { detail, texts: { amount: [detail] } })
}

/**
 * Pays a part of what a worker owes apart from the loans, in centavos, with the worker's balance. Throws `user.not_found`
 * (404), `worker_balance.used` and `receivable.less` (409).
 */
export function payReceivable(
  deps: Deps,
  context: CommandContext,
  { user_id, amount }: { user_id: number; amount: Cents },
) {
  return runCommand(deps, context, async (trx) => {
    await lockWorker(trx, user_id)
    const { balance, receivable } = await accountOf(trx, user_id)
    refuseAbove(amount, receivable, { code: 'receivable.less', says: 'Aparte de los préstamos se deben' })
    refuseAbove(amount, balance, { code: 'worker_balance.used', says: 'El saldo a favor es de' })
    const { id: receivable_payment_id } = await trx
      .insertInto('receivable_payment')
      .values({ user_id, amount_cents: amount, paid_by: context.user.id, created_at: isoOf(deps.clock()) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const moves = [signedMove('receivable_payment', ['worker_balance', 'worker_receivable'], amount)]
    await writePostings(deps, trx, [{ cause: { receivable_payment_id }, user_id, moves }])
    await writeAudit(deps, trx, {
      context,
      action: 'receivable.paid',
      subject: ['user', user_id],
      after: { receivable_payment_id, amount_cents: amount },
    })
    await publishBalance(deps, trx, user_id)
    return { receivable_payment_id }
  })
}
