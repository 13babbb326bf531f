import type { ResolveBody } from '@quincena/domain/transfers/schema'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  lockReviewed,
  refuseImpossibleOutcome,
  resolveReviewed,
} from '../../../treasury/transfers/commands/resolve-transfer.ts'
import { executeOrRequestApproval } from '../../loan-limits/commands/execute-or-request-approval.ts'
import { resolveAction } from '../handlers/second-person.ts'

/** The company of the worker whom an order pays; null for the return of received money. */
async function companyOf(trx: Trx, user_id: number | null) {
  if (user_id === null) return null
  const worker = trx.selectFrom('app_user').select('company_id').where('id', '=', user_id)
  return (await worker.executeTakeFirst())?.company_id ?? null
}

/**
 * Resolves an order in review, or asks a second person for it above the limit of one loan: then the answer has
 * `approval_id`. Throws what `lockReviewed` and `resolveReviewed` throw, and `approval.already_open` (409).
 */
export function resolveTransfer(
  deps: Deps,
  context: CommandContext,
  { transfer_id, outcome, reason }: ResolveBody & { transfer_id: number },
) {
  return runCommand(deps, context, async (trx) => {
    const locked = await lockReviewed(trx, transfer_id)
    await refuseImpossibleOutcome(trx, locked, outcome)
    const { amount_cents } = locked.transfer
    const approval = await executeOrRequestApproval(deps, trx, {
      ...{ context, amount_cents, action: resolveAction },
      company_id: await companyOf(trx, locked.subject.user_id),
      payload: (exceeded) => ({ transfer_id, amount: amount_cents, outcome, reason, exceeded }),
      execute: () => resolveReviewed(deps, trx, { context, locked, outcome, reason }),
    })
    return { transfer_id, approval_id: approval?.id ?? null }
  })
}
