import { isApiScope } from '@quincena/domain/api-tokens/scopes'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Deps } from '../../../deps.ts'
import type { SignedIn } from '../../../http/access.ts'
import { isAnsweredFor, isOfCompany } from '../queries.ts'

const noteEverySeconds = 60

/** Notes that a token is used, unless another request does it at this moment. */
async function noteUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, last_used_at, ip }: { id: number; last_used_at: string | null; ip: string },
): Promise<void> {
  const now = clock()
  const before = now.subtract({ seconds: noteEverySeconds })
  if (last_used_at !== null && Temporal.Instant.compare(Temporal.Instant.from(last_used_at), before) > 0)
    return
  await sql`
    with free as (
      select id from api_token
      where id = ${id} and (last_used_at is null or last_used_at <= ${isoOf(before)})
      for no key update skip locked)
    update api_token set last_used_at = ${isoOf(now)}, last_used_ip = ${ip} from free
    where api_token.id = free.id`.execute(db)
}

/**
 * The caller of a token of the API: who answers for it, with the rights of a manager. Undefined if the token is unknown,
 * was revoked, has expired, waits for another admin, if who made it is no active admin any more, or if its company was
 * deleted. Each request reads the row from the primary, so a revoked token ends at once on every process. Its last use is
 * written once a minute.
 */
export async function findApiToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
  ip: string,
): Promise<SignedIn | undefined> {
  const row = await deps.db
    .selectFrom('api_token')
    .innerJoin('app_user as maker', 'maker.id', 'api_token.created_by')
    .leftJoin('company', 'company.id', 'api_token.company_id')
    .select(['api_token.id', 'scopes', 'api_token.company_id', 'created_by', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('expires_at', '>', isoOf(deps.clock()))
    .where(isAnsweredFor)
    .where(isOfCompany)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, company_id, created_by, last_used_at } = row
  await noteUse(deps, { id, last_used_at, ip })
  return {
    session_id: null,
    user: { id: created_by, user_type: 'U1', company_id: null },
    api_token: { id, company_id, scopes: row.scopes.filter(isApiScope) },
    idle_left_s: 0,
  }
}
