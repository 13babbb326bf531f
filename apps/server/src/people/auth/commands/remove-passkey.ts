import type { PasskeyRemoval } from '@quincena/domain/sessions/passkeys'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { requireOtherFactor } from './disable-two-factor.ts'
import { endSessions } from './end-session.ts'
import { withOwnPassword } from './require-password.ts'

/**
 * Removes a passkey of the caller with their password, and ends their other sessions. Throws `passkey.not_found`
 * (404), `factor.last` (409) for the last factor of staff who need one, `password_wrong` (422), `account_locked` (423).
 */
export async function removePasskey(
  deps: Deps,
  context: CommandContext,
  { id, current_password }: PasskeyRemoval & { id: number },
): Promise<void> {
  const user_id = context.user.id
  const remove = async (trx: Trx) => {
    await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) throw new AppError('passkey.not_found', 404)
    await requireOtherFactor(deps, trx, context)
    await endSessions(deps, trx, { user_id, except: context.session_id })
    const subject = ['user', user_id] as const
    await writeAudit(deps, trx, { context, action: 'passkey.removed', subject, before: removed })
    await notifyOfSecurityChange(deps, trx, {
      user_id,
      words: wordsOf('notice_passkey_removed', { passkey: removed.name }),
    })
  }
  await withOwnPassword(deps, { context, password: current_password }, () =>
    deps.db.transaction().execute(remove),
  )
}
