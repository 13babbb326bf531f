import type { LoanLimitsBody } from '@quincena/domain/loans/duties'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readLoanLimits } from '../queries.ts'

/**
 * Changes the limits of loans, in centavos; they count from the next approval and acceptance on. The audit trail keeps
 * each change. Throws `order_limits.changed` (409) if `version` is not the stored one.
 */
export function changeLoanLimits(
  deps: Deps,
  context: CommandContext,
  { version, ...limits }: LoanLimitsBody,
) {
  return runCommand(deps, context, async (trx) => {
    await takeLock(trx, 'loan_limit')
    const before = await readLoanLimits(trx)
    if (before.version !== version) throw new AppError('order_limits.changed', 409)
    await writeSetting(trx, 'loan_limits', { value: limits, updated_at: isoOf(deps.clock()) })
    await writeAudit(deps, trx, {
      context,
      action: 'loan_limits.changed',
      subject: ['setting', null],
      before: before.limits,
      after: limits,
    })
    return { version: version + 1 }
  })
}
