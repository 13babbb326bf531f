import { businessDay } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { publishBalance } from '../../balance-checks/commands/publish-balance.ts'
import { postMovement } from './post-movement.ts'

/**
 * Posts the opening balance of the account at STP against `funding`: the whole difference of the newest check, in
 * centavos, which the admin has seen. One admin is enough: the amount is STP's answer and cannot be chosen, and a fresh
 * installation has one admin. Queues another check. Throws `balance_check.stale` (409) if there is a newer check, or the
 * amount is another; a second opening violates `cash_movement_one_opening` (409 `balance_check.opened`).
 */
export function recordOpening(
  deps: Deps,
  context: CommandContext,
  { check, amount }: { check: number; amount: number },
) {
  return runCommand(deps, context, async (trx) => {
    const newest = await trx
      .selectFrom('balance_check')
      .selectAll()
      .orderBy('checked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest === undefined || newest.id !== check || newest.difference_cents !== amount || amount === 0)
      throw new AppError('balance_check.stale', 409)
    if (newest.verdict !== 'unopened') throw new AppError('balance_check.opened', 409)
    const row = await trx
      .insertInto('cash_movement')
      .values({
        ...{ kind: 'opening', amount_cents: amount, operation_date: businessDay(newest.checked_at) },
        ...{ note: 'Saldo inicial de la cuenta en STP', tracking_key: null },
        account: deps.env.stp.payer_account,
        ...{ created_by: context.user.id, created_at: isoOf(deps.clock()) },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await postMovement(deps, trx, row)
    await writeAudit(deps, trx, {
      context,
      action: 'cash_movement.opened',
      subject: ['cash_movement', row.id],
      after: { amount_cents: amount, check_id: check },
    })
    await notifyStaff(deps, trx, {
      title: 'Saldo inicial registrado',
      message: `Se registró ${formatMoney(amount)} como saldo inicial de la cuenta en STP.`,
      reason_key: `cash-movement:${row.id}`,
    })
    await deps.queue.send(trx, 'ask-balance', {})
    await publishBalance(deps, trx)
    return { id: row.id }
  })
}
