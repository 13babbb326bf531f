import type { ChangePasswordBody } from '@quincena/domain/sessions/schema'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { networkOf } from '../../../http/address.ts'
import type { Origin } from '../../../http/request.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { changeAccount } from '../../accounts/commands.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { confirmEmail } from './confirm-email.ts'
import { forgetCodes } from './devices.ts'
import { endSessions } from './end-session.ts'
import { hashPassword } from './hash-password.ts'
import { voidLinks } from './password-links.ts'
import { requireGoodPassword, requireOwnPassword } from './require-password.ts'
import { forgetAttempts } from './sign-in-attempts.ts'

/** Stores a password that the user chose; payouts wait after one that replaces another of their own. */
async function storePassword(
  deps: Deps,
  trx: Trx,
  { user_id, password_hash }: { user_id: number; password_hash: string },
) {
  const now = isoOf(deps.clock())
  const before = await trx
    .selectFrom('app_user')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const isFirst = before.password_hash === null || before.must_change_password
  await changeAccount(trx, user_id, {
    ...{ password_hash, password_changed_at: now, updated_at: now, must_change_password: false },
    ...(!isFirst && { password_replaced_at: now }),
  })
  await voidLinks(deps, trx, user_id)
}

/**
 * Changes the caller's password to a different one and ends their other sessions. Throws `password_wrong`,
 * `password_weak`, `password_guessable`, `password_repeated` (422) and `account_locked` (423).
 */
export async function changePassword(
  deps: Deps,
  context: CommandContext,
  body: ChangePasswordBody,
): Promise<void> {
  await requireOwnPassword(deps, context, body.current_password)
  if (body.new_password.normalize('NFC') === body.current_password.normalize('NFC'))
    throw new AppError('password_repeated', 422, { fields: { new_password: 'password_repeated' } })
  const person = await deps.db
    .selectFrom('app_user')
    .select(['user_type', 'email', 'first_name', 'last_name'])
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow()
  await requireGoodPassword(deps.db, { password: body.new_password, field: 'new_password', person })
  const password_hash = await hashPassword(body.new_password)
  const user_id = context.user.id
  await deps.db.transaction().execute(async (trx) => {
    await storePassword(deps, trx, { user_id, password_hash })
    await endSessions(deps, trx, { user_id, except: context.session_id })
    await forgetCodes(trx, user_id)
    await notifyOfSecurityChange(deps, trx, { user_id, ...changed })
    await writeAudit(deps, trx, { context, action: 'password.changed', subject: ['user', user_id] })
  })
}

const changed = { words: wordsOf('notice_password_changed', {}) }

const linkRefused = () => new AppError('token_invalid', 422, { fields: { token: 'token_invalid' } })

/** Throws `token_invalid` (422) unless the link can be used now. */
async function requireOpenLink(deps: Deps, token: string) {
  const link = deps.db
    .selectFrom('password_token')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', isoOf(deps.clock()))
  if ((await link.executeTakeFirst()) === undefined) throw linkRefused()
}

async function redeemLink(deps: Deps, trx: Trx, token: string) {
  const now = isoOf(deps.clock())
  const token_hash = hashToken(token)
  // Locks the user before the link, as all commands do, so that two links of one user cannot deadlock.
  await trx
    .selectFrom('app_user')
    .innerJoin('password_token', 'password_token.user_id', 'app_user.id')
    .select('app_user.id')
    .where('token_hash', '=', token_hash)
    .forNoKeyUpdate('app_user')
    .execute()
  const link = await trx
    .updateTable('password_token')
    .from('app_user')
    .set({ used_at: now })
    .whereRef('app_user.id', '=', 'password_token.user_id')
    .where('app_user.is_active', '=', true)
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning([
      'password_token.kind',
      'app_user.id',
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.user_type',
      'app_user.company_id',
    ])
    .executeTakeFirst()
  if (link === undefined) throw linkRefused()
  return link
}

/**
 * Sets a password with a mailed link (invitation or reset), which works once and until it expires. All sessions and all
 * other links of the user end. Throws `token_invalid`, `password_weak` and `password_guessable` (422); after the latter two the link stays valid.
 */
export async function resetPassword(
  deps: Deps,
  origin: Origin,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await requireOpenLink(deps, token)
  // No transaction waits for its turn to hash.
  const password_hash = await hashPassword(password, networkOf(origin.ip ?? ''))
  await deps.db.transaction().execute(async (trx) => {
    const person = await redeemLink(deps, trx, token)
    const { id, email, kind, user_type, company_id } = person
    await requireGoodPassword(trx, { password, field: 'password', person })
    await storePassword(deps, trx, { user_id: id, password_hash })
    await confirmEmail(deps, trx, id) // the link came by mail
    await endSessions(deps, trx, { user_id: id, except: null })
    await forgetCodes(trx, id)
    if (kind === 'reset') await notifyOfSecurityChange(deps, trx, { user_id: id, ...changed })
    await forgetAttempts(trx, email)
    const context = { user: { id, user_type, company_id }, session_id: null, ...origin }
    await writeAudit(deps, trx, { context, action: `password.${kind}`, subject: ['user', id] })
  })
}
