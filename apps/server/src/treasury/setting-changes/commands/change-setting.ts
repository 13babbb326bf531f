import type { Approval } from '@quincena/domain/approvals/schema'
import type { z } from 'zod'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { hasLent } from '../../../platform/approvals/queries.ts'
import type { ProtectedSetting, SettingBody } from '../handlers.ts'

/**
 * Changes a setting that protects money. Until the first payout or import of loans one admin is enough, and the audit row says so
 * (`is_alone`); afterwards it asks another admin and returns the request. Does nothing if the value is the stored one.
 * Throws the setting's refusal (409) if `version` is not the stored one, and `approval.already_open` (409).
 */
export function changeSetting<Schema extends SettingBody>(
  deps: Deps,
  context: CommandContext,
  { setting, body }: { setting: ProtectedSetting<Schema>; body: z.output<Schema> },
): Promise<{ approval: Approval | null }> {
  const { action, clash } = setting
  return runCommand(deps, context, async (trx) => {
    const { version } = await setting.lockStored(trx)
    if (version !== body.version) throw new AppError(clash, 409)
    const { lines } = await action.describe(trx, body)
    if (lines.length === 0) return { approval: null }
    if (await hasLent(trx))
      return { approval: await requestApproval(deps, trx, { context, action, payload: body }) }
    await setting.store(deps, trx, { context, body, by: { is_alone: true } })
    return { approval: null }
  })
}
