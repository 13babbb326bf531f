import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { expireApprovals } from '../../../platform/approvals/commands/expire-approvals.ts'
import { tokenActivation } from '../handlers.ts'
import { endToken } from './end-token.ts'

/**
 * Revokes a token: the next request with it is 401 on every process. A request to activate it becomes stale; to revoke
 * twice changes nothing. Throws `token.not_found` (404).
 */
export async function revokeApiToken(deps: Deps, context: CommandContext, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const token = await trx
      .selectFrom('api_token')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (token === undefined) throw new AppError('token.not_found', 404)
    await endToken(deps, trx, { context, id })
    const subjects = { subject: 'api_token', subject_ids: [id] } as const
    await expireApprovals(deps, trx, { context, action: tokenActivation.name, ...subjects })
  })
}
