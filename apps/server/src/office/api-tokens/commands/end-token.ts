import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'

/** Revokes a token inside the caller's transaction; one that is revoked stays as it is. */
export async function endToken(
  deps: Deps,
  trx: Trx,
  { context, id }: { context: CommandContext; id: number },
): Promise<void> {
  const revoked = await trx
    .updateTable('api_token')
    .set({ revoked_at: isoOf(deps.clock()), revoked_by: context.user.id })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (revoked === undefined) return
  await writeAudit(deps, trx, {
    context,
    action: 'api_token.revoked',
    subject: ['api_token', id],
    after: revoked,
  })
}
