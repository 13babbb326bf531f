import type { ApiToken, ApiTokenQuery } from '@quincena/domain/api-tokens/schema'
import { apiTokenState } from '@quincena/domain/api-tokens/scopes'
import { sql } from 'kysely'
import { AppError } from '../../command/errors.ts'
import type { Db, Trx } from '../../db/types.ts'
import { orderOf, readPage } from '../../http/pagination.ts'
import type { OwnedKind } from '../../http/token-scopes.ts'

/**
 * Whether who made a token has been an active admin ever since, whose address and factors nobody else changed; the
 * token's maker is joined as `maker`. An admin who comes back, or whose access was reset, makes new tokens: nobody knows
 * who had the account meanwhile.
 */
export const isAnsweredFor = sql<boolean>`(maker.is_active and maker.user_type = 'U0' and not exists (
  select from staff_access_change as change where change.user_id = maker.id
    and change.kind in ('promoted', 'reactivated', 'email', 'factor') and change.changed_at > api_token.created_at))`

/** Whether the company of a token is there; the company is joined. A token of all companies has none. */
export const isOfCompany = sql<boolean>`(api_token.company_id is null or company.deleted_at is null)`

function selectTokens(db: Db | Trx) {
  return db
    .selectFrom('api_token')
    .innerJoin('user_summary as maker', 'maker.id', 'api_token.created_by')
    .leftJoin('user_summary as approver', 'approver.id', 'api_token.approved_by')
    .leftJoin('user_summary as revoker', 'revoker.id', 'api_token.revoked_by')
    .leftJoin('company', 'company.id', 'api_token.company_id')
    .select(['api_token.id', 'api_token.name', 'prefix', 'scopes', 'created_by', 'api_token.created_at'])
    .select(['expires_at', 'activated_at', 'revoked_at', 'last_used_at'])
    .select(sql<string | null>`host(last_used_ip)`.as('last_used_ip'))
    .select(['api_token.company_id', 'company.name as company_name', 'maker.name as maker'])
    .select(['approver.name as approved_by', 'revoker.name as revoked_by'])
    .select([isAnsweredFor.as('is_answered_for'), isOfCompany.as('is_of_company')])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTokens>['execute']>>[number]

function present(row: Row, now: string): ApiToken {
  const {
    activated_at,
    is_answered_for,
    is_of_company,
    company_id,
    company_name,
    created_by,
    maker,
    ...token
  } = row
  return {
    ...token,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    created_by: { id: created_by, name: maker },
    state: apiTokenState({ ...token, activated_at, is_answered_for, is_of_company }, now),
  }
}

/** One page of the tokens, newest first by default; ended ones stay in the list. */
export async function listApiTokens(
  db: Db,
  { now, ...input }: ApiTokenQuery & { now: string },
): Promise<{ count: number; rows: ApiToken[] }> {
  const { direction } = orderOf(input.ordering, ['created_at'])
  const query = selectTokens(db).orderBy('api_token.created_at', direction).orderBy('api_token.id', direction)
  const { count, rows } = await readPage(query, input, db.selectFrom('api_token'))
  return { count, rows: rows.map((row) => present(row, now)) }
}

/** A token as admins see it. Throws `token.not_found` (404). */
export async function getApiToken(db: Db | Trx, id: number, now: string): Promise<ApiToken> {
  const row = await selectTokens(db).where('api_token.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('token.not_found', 404)
  return present(row, now)
}

const companyOf = {
  company: sql`select id as company_id from company where id = `,
  user: sql`select company_id from app_user where user_type = 'U2' and id = `,
  loan: sql`select company_id from loan where id = `,
  payment: sql`select company_id from loan join payment on payment.loan_id = loan.id where payment.id = `,
  transfer: sql`select company_id from transfer where id = `,
} satisfies Record<OwnedKind, unknown>

/** The company of a record; undefined if there is no such record, and for a user who is no worker. */
export async function findCompanyOf(
  db: Db,
  kind: OwnedKind,
  id: number,
): Promise<{ company_id: number | null } | undefined> {
  const { rows } = await sql<{ company_id: number | null }>`${companyOf[kind]}${id}`.execute(db)
  return rows[0]
}
