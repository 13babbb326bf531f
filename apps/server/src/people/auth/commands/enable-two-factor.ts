import type { TwoFactorConfirmBody, TwoFactorStart } from '@quincena/domain/sessions/two-factor'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { newRecoveryCodes, recoveryHash } from '../../../crypto/recovery-codes.ts'
import { seal } from '../../../crypto/secret-box.ts'
import { newSecret, otpauthUrl } from '../../../crypto/totp.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { hasFactor } from '../queries/two-factor.ts'
import { endSessions } from './end-session.ts'
import { withOwnPassword } from './require-password.ts'
import { markFactor } from './use-factor.ts'
import { lockTwoFactor, redeemStep, sealOf } from './use-two-factor-code.ts'

/**
 * Starts the set-up of two-factor sign-in with a new secret, which is returned once and stored encrypted. It has no
 * effect until one of its codes confirms it; a new start replaces it. Throws `two_factor.already_on` (409).
 */
export async function startTwoFactor(deps: Deps, context: CommandContext): Promise<TwoFactorStart> {
  const user_id = context.user.id
  const secret = newSecret()
  const sealed_secret = seal(deps.secrets, secret, sealOf(user_id))
  const created_at = isoOf(deps.clock())
  const fresh = { sealed_secret, last_step: null, created_at, confirmed_at: null }
  const row = await deps.db
    .insertInto('two_factor')
    .values({ user_id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('two_factor.already_on', 409)
  const { email } = await deps.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { secret, otpauth_url: otpauthUrl(deps.brand.current().trade_name, email, secret) }
}

/** Replaces the user's recovery codes by ten new ones. Only their hashes are stored. */
export async function issueRecoveryCodes(deps: Deps, trx: Trx, user_id: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({ user_id, code_hash: recoveryHash(deps, { user_id, code }), used_at: null })),
    )
    .execute()
  return codes
}

async function turnOn(
  deps: Deps,
  trx: Trx,
  { context, code }: { context: CommandContext; code: string },
): Promise<string[]> {
  const user_id = context.user.id
  const row = await lockTwoFactor(trx, user_id)
  if (row === undefined) throw new AppError('two_factor.not_started', 409)
  if (row.confirmed_at !== null) throw new AppError('two_factor.already_on', 409)
  if (!(await redeemStep(deps, trx, { row, code })))
    throw new AppError('code_invalid', 422, { fields: { code: 'code_invalid' } })
  const isFirst = !(await hasFactor(trx, user_id))
  await trx
    .updateTable('two_factor')
    .set({ confirmed_at: isoOf(deps.clock()) })
    .where('user_id', '=', user_id)
    .execute()
  if (isFirst) await markFactor(deps, trx, context)
  await endSessions(deps, trx, { user_id, except: context.session_id })
  await writeAudit(deps, trx, { context, action: 'two_factor.on', subject: ['user', user_id] })
  await notifyOfSecurityChange(deps, trx, {
    user_id,
    words: wordsOf('notice_two_factor_on', {}),
  })
  return issueRecoveryCodes(deps, trx, user_id)
}

/**
 * Turns two-factor sign-in on with the password and a code of the new secret, so that an open session alone is not
 * enough; ends the other sessions. The user's first factor counts as used in this session. Returns the recovery codes,
 * once. Wrong ones count as failed attempts. Throws `password_wrong`, `code_invalid` (422), `two_factor.not_started`,
 * `two_factor.already_on` (409), `account_locked` (423).
 */
export async function confirmTwoFactor(
  deps: Deps,
  context: CommandContext,
  { current_password, code }: TwoFactorConfirmBody,
): Promise<{ recovery_codes: string[] }> {
  const proof = { context, password: current_password }
  return withOwnPassword(deps, proof, async () => ({
    recovery_codes: await deps.db.transaction().execute((trx) => turnOn(deps, trx, { context, code })),
  }))
}
