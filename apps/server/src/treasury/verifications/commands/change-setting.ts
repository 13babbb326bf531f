import type { VerificationSetting } from '@quincena/domain/accounts/verification-schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readSetting } from '../../../platform/settings/queries.ts'

/** Returns the setting with its version; 0 before its first write. */
export async function readVerificationSetting(db: Db | Trx): Promise<VerificationSetting> {
  const saved = await readSetting(db, 'account_verification')
  return { mode: saved?.value.mode ?? 'off', version: saved?.version ?? 0 }
}

/**
 * Stores what the lender does with unverified accounts; it applies from the next request and acceptance. Throws
 * `account_verification.setting_changed` (409) if `version` is not the stored one.
 */
export function changeVerificationSetting(
  deps: Deps,
  context: CommandContext,
  { mode, version }: VerificationSetting,
) {
  return runCommand(deps, context, async (trx) => {
    await takeLock(trx, 'account_verification_setting')
    const before = await readVerificationSetting(trx)
    if (before.version !== version) throw new AppError('account_verification.setting_changed', 409)
    await writeSetting(trx, 'account_verification', { value: { mode }, updated_at: isoOf(deps.clock()) })
    await writeAudit(deps, trx, {
      context,
      action: 'account_verification.setting_changed',
      subject: ['setting', null],
      before: { mode: before.mode },
      after: { mode },
    })
    return readVerificationSetting(trx)
  })
}
