import type { RecoveryCodesBody } from '@quincena/domain/sessions/two-factor'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { hasFactor } from '../queries/two-factor.ts'
import { issueRecoveryCodes } from './enable-two-factor.ts'
import { withOwnPassword } from './require-password.ts'

async function renew(deps: Deps, trx: Trx, context: CommandContext): Promise<string[]> {
  const user_id = context.user.id
  // The lock of a removed factor: codes of a user without one would count as a factor.
  await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  if (!(await hasFactor(trx, user_id))) throw new AppError('two_factor.off', 409)
  await writeAudit(deps, trx, { context, action: 'recovery_codes.renewed', subject: ['user', user_id] })
  await notifyOfSecurityChange(deps, trx, {
    user_id,
    words: wordsOf('notice_recovery_codes', {}),
  })
  return issueRecoveryCodes(deps, trx, user_id)
}

/**
 * Replaces the caller's recovery codes by ten new ones, returned once; the old ones stop working. Needs the password; the
 * route asks for a recently used second factor too. Throws `two_factor.off` (409), `password_wrong` (422),
 * `account_locked` (423).
 */
export async function renewRecoveryCodes(
  deps: Deps,
  context: CommandContext,
  { current_password }: RecoveryCodesBody,
): Promise<{ recovery_codes: string[] }> {
  return withOwnPassword(deps, { context, password: current_password }, async () => ({
    recovery_codes: await deps.db.transaction().execute((trx) => renew(deps, trx, context)),
  }))
}
