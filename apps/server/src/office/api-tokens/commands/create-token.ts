import { randomInt } from 'node:crypto'
import type { ApiToken, ApiTokenBody } from '@quincena/domain/api-tokens/schema'
import { hasWriting } from '@quincena/domain/api-tokens/scopes'
import type { Approval } from '@quincena/domain/approvals/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { apiTokenPrefix } from '../../../http/access.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { hasLent } from '../../../platform/approvals/queries.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { tokenActivation } from '../handlers.ts'
import { getApiToken } from '../queries.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `quincena_` and 8 characters: public, and the beginning of the token. */
function newPrefix(): string {
  const characters = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length)))
  return `${apiTokenPrefix}${characters.join('')}`
}

async function requireCompany(trx: Trx, id: number): Promise<void> {
  const company = await trx
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (company === undefined)
    throw new AppError('company.not_found', 422, { fields: { company: 'company.not_found' } })
}

interface Created {
  api_token: ApiToken
  /** Shown this once: only its hash is stored. */
  token: string
  /** Null if the token works at once. */
  approval: Approval | null
}

/**
 * Makes a token of the API. After the first payout or import of loans another admin approves one that changes something; until then it does
 * not work. Throws `company.not_found` (422).
 */
export async function createApiToken(
  deps: Deps,
  context: CommandContext,
  { name, scopes, company, valid_days }: ApiTokenBody,
): Promise<Created> {
  const prefix = newPrefix()
  const token = `${prefix}_${newToken()}`
  const now = deps.clock()
  const created_at = isoOf(now)
  const expires_at = isoOf(now.add({ hours: valid_days * 24 }))
  return deps.db.transaction().execute(async (trx) => {
    const company_id = company ?? null
    if (company_id !== null) await requireCompany(trx, company_id)
    const needsSecond = hasWriting(scopes) && (await hasLent(trx))
    const { id } = await trx
      .insertInto('api_token')
      .values({
        ...{ name, prefix, token_hash: hashToken(token), scopes: [...scopes], company_id },
        ...{ created_by: context.user.id, created_at, expires_at },
        activated_at: needsSecond ? null : created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context,
      action: 'api_token.created',
      subject: ['api_token', id],
      after: { name, prefix, scopes, company_id, expires_at },
    })
    const payload = { token_id: id }
    const approval = needsSecond
      ? await requestApproval(deps, trx, { context, action: tokenActivation, payload })
      : null
    return { api_token: await getApiToken(trx, id, created_at), token, approval }
  })
}
