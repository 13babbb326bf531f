import type { AuditQuery, AuditRow } from '@quincena/domain/audit/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db, Trx } from '../../db/types.ts'
import {
  countCapped,
  countRows,
  createdWithin,
  inOrderOf,
  type ListCount,
  likePattern,
  orderingOf,
  orderOf,
} from '../../http/pagination.ts'
import { matchesPerson } from '../../people/users/queries/matching-people.ts'
import { type CountedDays, countListed } from '../../platform/list-counts/queries/counts.ts'
import { readPart, takePart } from '../../platform/list-counts/queries/pages.ts'

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

/** Searches by actor or affected user, company name, folio, tracking key or id, each over its own index. */
function matchingText(query: Matching, search: string): Matching {
  const name = sql`searchable(${likePattern(search)})`
  const code = likePattern(search.toLowerCase())
  const number = /^[0-9]{1,15}$/.test(search) ? Number(search) : 0
  return query.where(
    sql<boolean>`audit.id in (
      select id from audit where actor_id in (select id from app_user where ${matchesPerson('app_user', search)})
      union
      select id from audit
      where subject = 'user' and subject_id in (select id from app_user where ${matchesPerson('app_user', search)})
      union
      select id from audit
      where subject = 'company' and subject_id in (select id from company where search like ${name})
      union
      select id from audit
      where subject = 'loan' and subject_id in (select id from loan where lower(folio) like ${code})
      union
      select id from audit
      where subject = 'transfer' and subject_id in (select id from transfer where tracking_key = ${search})
      union
      select id from audit where subject = any(${numbered}) and subject_id = ${number})`,
  )
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
  when 'export' then replace(audit.after ->> 'list', '_', ' ')
  end`

/** Audit rows as the list shows them. */
function auditRows(db: Db | Trx) {
  return db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .select(['audit.id', 'audit.actor_id as user', 'audit.action', 'audit.subject'])
    .select([
      sql<AuditRow['before']>`audit.before`.as('before'),
      sql<AuditRow['after']>`audit.after`.as('after'),
    ])
    .select(['audit.created_at', sql<string | null>`audit.subject_id::text`.as('subject_id')])
    .select(subjectName.as('subject_name'))
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('user_name'))
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

async function countAudit(db: Db, input: AuditFilters, kept: CountedDays | undefined): Promise<ListCount> {
  if (kept !== undefined) return { count: await countListed(db, kept) }
  return input.search ? countCapped(matching(db, input)) : { count: await countRows(matching(db, input)) }
}

/** One page of the audit trail, and the count of all matching rows. */
export async function listAudit(db: Db, input: AuditQuery): Promise<ListCount & { rows: AuditRow[] }> {
  const days = countedAudit(input)
  const counts = await countAudit(db, input, days)
  const { direction } = orderOf(input.ordering, ['created_at'])
  const rows = await readPart(db, { ...input, ...counts, direction, days }, (part) =>
    auditRows(db)
      .where(
        'audit.id',
        'in',
        takePart(auditIds(db, { ...input, ordering: orderingOf('created_at', part.direction) }), part),
      )
      .orderBy('audit.created_at', part.direction)
      .orderBy('audit.id', part.direction)
      .execute(),
  )
  return { ...counts, rows }
}
