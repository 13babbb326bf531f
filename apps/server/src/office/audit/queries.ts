import type { AuditQuery, AuditRow } from '@quincena/domain/audit/schema'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db, Trx } from '../../db/types.ts'
import {
  countRows,
  createdWithin,
  inOrderOf,
  type ListCount,
  likePattern,
  orderingOf,
  orderOf,
} from '../../http/pagination.ts'
import { matchesFolio } from '../../lending/loans/queries/loan-filters.ts'
import { matchesPerson } from '../../people/users/queries/matching-people.ts'
import { type CountedDays, countListed } from '../../platform/list-counts/queries/counts.ts'
import {
  findRows,
  isShort,
  joinHits,
  type SearchedList,
} from '../../platform/list-counts/queries/found-rows.ts'
import { isAmong, readIds, readPart, takePart } from '../../platform/list-counts/queries/pages.ts'

/** The filters and the order of the audit list, without the page. */
export type AuditFilters = Omit<AuditQuery, 'page' | 'page_size'>

type Matching = SelectQueryBuilder<Database, 'audit', object>

/** Subjects that can only be searched by their id. */
const numbered = [
  'payment',
  'document',
  'import',
  'incoming_payment',
  'difference',
  'session',
  'notification',
]

interface Search {
  person: RawBuilder<boolean>
  company: RawBuilder<boolean>
  folio: RawBuilder<boolean> | undefined
  /** The row itself: an order's whole tracking key, or the number of a subject that has no name. */
  own: RawBuilder<boolean>
}

const from = {
  user: sql`from app_user as named`,
  company: sql`from company as named`,
  loan: sql`from loan as named`,
}

/** The conditions of a search, for rows with the name `named`. */
function readConditions(search: string): Search {
  const number = /^[0-9]{1,15}$/.test(search) ? Number(search) : undefined
  const key = sql<boolean>`(audit.subject = 'transfer'
    and audit.subject_id = (select id from transfer where tracking_key = ${search}))`
  return {
    person: matchesPerson('named', search),
    company: sql<boolean>`named.search like searchable(${likePattern(search)})`,
    folio: matchesFolio('named', search),
    own:
      number === undefined
        ? key
        : sql<boolean>`(${key} or (audit.subject = any(${numbered}) and audit.subject_id = ${number}))`,
  }
}

/** Searches by actor or affected user, company name, folio, tracking key or id, each over its own index. */
function matchingText(query: Matching, search: string): Matching {
  const { person, company, folio, own } = readConditions(search)
  const ofFolio =
    folio &&
    sql`union select id from audit
    where subject = 'loan' and subject_id in (select id from loan as named where ${folio})`
  return query.where(
    sql<boolean>`audit.id in (
      select id from audit where actor_id in (select id from app_user as named where ${person})
      union
      select id from audit
      where subject = 'user' and subject_id in (select id from app_user as named where ${person})
      union
      select id from audit
      where subject = 'company' and subject_id in (select id from company as named where ${company})
      ${ofFolio ?? sql``}
      union
      select id from audit where ${own})`,
  )
}

/** The same as a condition of one row, for rows that are few or of which many match. */
function isFound(search: string): RawBuilder<boolean> {
  const { person, company, folio = sql<boolean>`false`, own } = readConditions(search)
  const hasNamed = (
    of: keyof typeof from,
    condition: RawBuilder<boolean>,
    id = sql.ref('audit.subject_id'),
  ) => sql<boolean>`(select ${condition} ${from[of]} where named.id = ${id})`
  return sql<boolean>`(${hasNamed('user', person, sql.ref('audit.actor_id'))} or case audit.subject
    when 'user' then ${hasNamed('user', person)}
    when 'company' then ${hasNamed('company', company)}
    when 'loan' then ${hasNamed('loan', folio)}
    else ${own} end)`
}

function matching(db: Db, input: AuditFilters): Matching {
  const { user, action, subject, subject_id, from, to, search } = input
  let query: Matching = db.selectFrom('audit')
  if (user !== undefined) query = query.where('audit.actor_id', '=', user)
  if (action) query = query.where('audit.action', '=', action)
  if (subject) query = query.where('audit.subject', '=', subject)
  if (subject_id !== undefined) query = query.where('audit.subject_id', '=', subject_id)
  query = query.where(createdWithin('audit', { from, to }))
  return search ? matchingText(query, search) : query
}

/**
 * Query of rows of the filters that a search finds, in any order, with their `place`. The rows of each person, company or
 * loan found are read one after the other, so that many hits end the query early.
 */
function hitsOf(db: Db, { search = '', ...input }: AuditFilters): RawBuilder<unknown> {
  const rows = matching(db, input).select(['audit.id', 'audit.created_at as place'])
  const { person, company, folio, own } = readConditions(search)
  const idsOf = (of: keyof typeof from, condition: RawBuilder<boolean>) =>
    sql`(select named.id ${from[of]} where ${condition} offset 0)`
  const ofEach = (ids: RawBuilder<unknown>, isOf: RawBuilder<boolean>) =>
    sql`select hit.* from ${ids} as found cross join lateral ${rows.where(isOf).offset(sql.lit(0))} as hit`
  const isSubject = (subject: string) =>
    sql<boolean>`audit.subject = ${sql.lit(subject)} and audit.subject_id = found.id`
  const hits = joinHits(ofEach(sql`people`, sql<boolean>`audit.actor_id = found.id`), [
    ofEach(sql`people`, isSubject('user')),
    ofEach(idsOf('company', company), isSubject('company')),
    ...(folio === undefined ? [] : [ofEach(idsOf('loan', folio), isSubject('loan'))]),
    sql`${rows.where(own)}`,
  ])
  return sql`with people as materialized ${idsOf('user', person)} select * from (${hits}) as hit`
}

/** Query for the ids of all matching rows; newest first by default. */
export function auditIds(db: Db, input: AuditFilters) {
  const { direction } = orderOf(input.ordering, ['created_at'])
  return matching(db, input)
    .select('audit.id')
    .orderBy('audit.created_at', direction)
    .orderBy('audit.id', direction)
}

const subjectName = sql<string | null>`case audit.subject
  when 'loan' then (select folio from loan where id = audit.subject_id)
  when 'user' then (select first_name || ' ' || last_name from app_user where id = audit.subject_id)
  when 'company' then (select name from company where id = audit.subject_id)
  when 'transfer' then (select tracking_key from transfer where id = audit.subject_id)
  when 'payment' then
    (select folio from loan join payment on payment.loan_id = loan.id where payment.id = audit.subject_id)
  when 'import' then (select file_name from import_job where id = audit.subject_id)
  when 'api_token' then (select name from api_token where id = audit.subject_id)
  when 'export' then replace(audit.after ->> 'list', '_', ' ')
  end`

/** Audit rows as the list shows them. */
function auditRows(db: Db | Trx) {
  return db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .leftJoin('api_token', 'api_token.id', 'audit.api_token_id')
    .select(['audit.id', 'audit.actor_id as user', 'audit.action', 'audit.subject'])
    .select([
      sql<AuditRow['before']>`audit.before`.as('before'),
      sql<AuditRow['after']>`audit.after`.as('after'),
    ])
    .select(['audit.created_at', sql<string | null>`audit.subject_id::text`.as('subject_id')])
    .select(subjectName.as('subject_name'))
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('user_name'))
    .select(
      sql<AuditRow['api_token']>`case when api_token.id is not null
        then jsonb_build_object('id', api_token.id, 'name', api_token.name) end`.as('api_token'),
    )
    .select(['audit.user_agent as device', sql<string | null>`host(audit.ip)`.as('ip')])
    .select(sql<string | null>`encode(audit_chain.hash, 'hex')`.as('hash'))
}

/** Audit rows in the order of `ids`. */
export async function auditOf(db: Db | Trx, ids: readonly number[]): Promise<AuditRow[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await auditRows(db).where('audit.id', 'in', ids).execute())
}

/** The rows of the filters as the kept numbers know them; undefined if only the rows themselves tell. */
function countedAudit({
  user,
  action,
  subject,
  subject_id,
  from,
  to,
  search,
}: AuditFilters): CountedDays | undefined {
  if (search || user !== undefined || subject_id !== undefined) return undefined
  const key = [action ? [action] : undefined, subject ? [subject] : undefined]
  return { list: 'audit', key, from, to, at: 'audit.created_at' }
}

const countAudit = (db: Db, input: AuditFilters, kept: CountedDays | undefined) =>
  kept === undefined ? countRows(matching(db, input)) : countListed(db, kept)

/** True if the filters leave so few rows that each is compared with the search. */
async function isNarrow(db: Db, { search, ...input }: AuditFilters): Promise<boolean> {
  const { action, subject, subject_id, from, to } = input
  if (subject_id !== undefined) return true
  const isWhole = [action, subject, from, to].every((filter) => filter === undefined)
  return !isWhole && isShort(db, countedAudit(input))
}

async function searchedAudit(db: Db, input: AuditFilters, search: string): Promise<SearchedList> {
  const { direction } = orderOf(input.ordering, ['created_at'])
  const filters = { ...input, search: undefined }
  const isHit = isFound(search)
  const rows = auditIds(db, filters).select([
    'actor_id',
    'subject',
    'subject_id',
    'audit.created_at as place',
  ])
  const common = { alias: 'audit', direction, isHit, list: sql`${rows}` }
  if (await isNarrow(db, input)) {
    const hits = matching(db, filters).where(isHit).select(['audit.id', 'audit.created_at as place'])
    return { ...common, hits: sql`${hits}`, ids: sql`${auditIds(db, filters).where(isHit)}` }
  }
  return { ...common, hits: hitsOf(db, input), ids: sql`${auditIds(db, input)}` }
}

async function listFound(db: Db, input: AuditQuery, search: string) {
  const { ids, count, count_capped } = await findRows(db, input, await searchedAudit(db, input, search))
  return { count, ...(count_capped && { count_capped }), rows: await auditOf(db, ids) }
}

/** One page of the audit trail, and the count of all matching rows, exact but for a search that finds too many. */
export async function listAudit(db: Db, input: AuditQuery): Promise<ListCount & { rows: AuditRow[] }> {
  if (input.search) return listFound(db, input, input.search)
  const days = countedAudit(input)
  const count = await countAudit(db, input, days)
  const { direction } = orderOf(input.ordering, ['created_at'])
  const rows = await readPart(db, { ...input, count, direction, days }, async (part) => {
    const ordered = { ...input, ordering: orderingOf('created_at', part.direction) }
    const ids = await readIds(db, {
      ...{ part, ids: takePart(auditIds(db, ordered), part) },
      has_range: (input.from ?? input.to) !== undefined,
    })
    return auditRows(db)
      .where(isAmong('audit.id', ids))
      .orderBy('audit.created_at', part.direction)
      .orderBy('audit.id', part.direction)
      .execute()
  })
  return { count, rows }
}
