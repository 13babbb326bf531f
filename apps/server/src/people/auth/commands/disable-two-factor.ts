import type { TwoFactorOffBody } from '@quincena/domain/sessions/two-factor'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { type CommandContext, type CommandLine, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps, Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { queueMail } from '../../../platform/mail/commands.ts'
import { wordedMail } from '../../../platform/mail/presenters.ts'
import { recordAccessChange } from '../../staff-access/commands.ts'
import { listOldAddresses } from '../../staff-access/queries.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { hasFactor, hasTwoFactor } from '../queries/two-factor.ts'
import { forgetCodes } from './devices.ts'
import { endSessions } from './end-session.ts'
import { forgetIdentities } from './oidc-identities.ts'
import { withOwnPassword } from './require-password.ts'
import { attempt, factorScope } from './sign-in-attempts.ts'
import { redeemCode } from './use-two-factor-code.ts'

/**
 * After a factor was removed: deletes the recovery codes if it was the last one. Throws `factor.last` (409) if the user
 * is staff who need one.
 */
export async function requireOtherFactor(deps: Deps, trx: Trx, { user }: CommandContext): Promise<void> {
  if (await hasFactor(trx, user.id)) return
  if (deps.env.staff_factors && isStaff(user)) throw new AppError('factor.last', 409)
  await trx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute()
}

async function forgetTwoFactor(trx: Trx, user_id: number) {
  await trx.deleteFrom('two_factor').where('user_id', '=', user_id).execute()
  await forgetCodes(trx, user_id)
}

/**
 * Turns the caller's two-factor sign-in off, with password and code, so that an open session alone is not enough. Wrong
 * ones count as failed attempts, a wrong code also as a wrong factor of the session. Ends the other sessions. Staff who
 * need a second factor keep their last one (`factor.last`, 409). Throws `two_factor.off` (409), `password_wrong`,
 * `code_invalid` (422), `account_locked` (423).
 */
export async function turnOffTwoFactor(
  deps: Deps,
  context: CommandContext,
  { current_password, code }: TwoFactorOffBody,
): Promise<void> {
  const user_id = context.user.id
  if (!(await hasTwoFactor(deps.db, user_id))) throw new AppError('two_factor.off', 409)
  const turnOff = async (trx: Trx) => {
    if (!(await redeemCode(deps, trx, { user_id, code })))
      throw new AppError('code_invalid', 422, { fields: { code: 'code_invalid' } })
    await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    await forgetTwoFactor(trx, user_id)
    await requireOtherFactor(deps, trx, context)
    await endSessions(deps, trx, { user_id, except: context.session_id })
    await writeAudit(deps, trx, { context, action: 'two_factor.off', subject: ['user', user_id] })
    await notifyOfSecurityChange(deps, trx, {
      user_id,
      words: wordsOf('notice_two_factor_off', {}),
    })
  }
  const scope = factorScope(context.session_id)
  await withOwnPassword(deps, { context, password: current_password }, ({ email }) =>
    attempt(deps, { email, scope }, () => deps.db.transaction().execute(turnOff)),
  )
}

/** Notifies the user, also at addresses that somebody else replaced in the last days. */
async function notifyOfReset(
  deps: CommandLineDeps,
  trx: Trx,
  { user_id, first_name }: { user_id: number; first_name: string },
) {
  const words = wordsOf('notice_two_factor_reset', {})
  await notifyOfSecurityChange(deps, trx, { user_id, words })
  const mail = { greeting: first_name, ...wordedMail(deps.texts, words) }
  for (const to of await listOldAddresses(deps, trx, user_id)) await queueMail(deps, trx, { ...mail, to })
}

/**
 * Removes all second factors of a user, and the bond to an identity of a provider, inside the caller's transaction. The
 * user's sessions end. Throws `user.not_found` (404), `two_factor.off` (409) where there is nothing to remove.
 */
export async function removeFactors(
  deps: CommandLineDeps,
  trx: Trx,
  { context, user_id }: { context: CommandContext | CommandLine; user_id: number },
): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .select(['user_type', 'first_name'])
    .where('id', '=', user_id)
    .forNoKeyUpdate() // sign-ins wait, so that none opens a session or binds an identity meanwhile
    .executeTakeFirst()
  if (user === undefined) throw new AppError('user.not_found', 404)
  const wasBound = await forgetIdentities(trx, user_id)
  if (!wasBound && !(await hasFactor(trx, user_id))) throw new AppError('two_factor.off', 409)
  await forgetTwoFactor(trx, user_id)
  await trx.deleteFrom('passkey').where('user_id', '=', user_id).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await endSessions(deps, trx, { user_id, except: null })
  await writeAudit(deps, trx, { context, action: 'two_factor.reset', subject: ['user', user_id] })
  if (isStaff(user)) await recordAccessChange(deps, trx, { context, user_id, kind: 'factor' })
  await notifyOfReset(deps, trx, { user_id, first_name: user.first_name })
}

/**
 * Lets an admin remove all second factors of a user who lost the phone and the recovery codes. Throws
 * `user.not_found` (404), `two_factor.off` (409). The user's sessions end.
 */
export async function resetTwoFactor(deps: Deps, context: CommandContext, user_id: number): Promise<void> {
  await deps.db.transaction().execute((trx) => removeFactors(deps, trx, { context, user_id }))
}
