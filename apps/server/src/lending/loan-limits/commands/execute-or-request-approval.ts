import type { Approval } from '@quincena/domain/approvals/schema'
import type { z } from 'zod'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import type { ApprovalAction } from '../../../platform/approvals/handlers.ts'
import { findExceededAmount } from '../queries.ts'

interface MoneyCommand<Schema extends z.ZodObject> {
  context: CommandContext
  /** The money that the command moves, in centavos, and the company whose limit counts. */
  amount_cents: number
  company_id: number | null
  action: ApprovalAction<Schema>
  /** What a second person decides about; `exceeded`: the limit, in Spanish. */
  payload: (exceeded: string) => z.output<Schema>
  /** Runs the command at once. */
  execute: () => Promise<unknown>
}

/**
 * Runs a command that moves money of a loan, or asks a second person for it if the amount is above the limit of one
 * loan. Returns the request; null if the command ran. The subject is locked and allows the command. Throws
 * `approval.already_open` (409).
 */
export async function executeOrRequestApproval<Schema extends z.ZodObject>(
  deps: Deps,
  trx: Trx,
  { context, amount_cents, company_id, action, payload, execute }: MoneyCommand<Schema>,
): Promise<Approval | null> {
  const exceeded = await findExceededAmount(trx, { amount_cents, company_id })
  if (exceeded !== null) return requestApproval(deps, trx, { context, action, payload: payload(exceeded) })
  await execute()
  return null
}
