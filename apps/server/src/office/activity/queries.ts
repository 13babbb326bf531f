import { activityActions } from '@quincena/domain/activity/actions'
import type { ActivityQuery } from '@quincena/domain/activity/schema'
import type { Note, NotedKind, NotedRecord } from '@quincena/domain/notes/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { inOrderOf, readPage } from '../../http/pagination.ts'
import { requireRecord } from '../../lending/notes/queries.ts'
import { type ActivityRow, presentEntry } from './presenters.ts'

/** Subjects of the audit trail: `(subject, subject_id)`. */
type Subjects = RawBuilder<{ subject: string; subject_id: number }>

const approvalsOf = (subject: string, id: number) =>
  sql`select 'approval', id from approval where subject = ${subject} and subject_id = ${id}`

/** The record itself and what belongs to it; of a loan also the current documents of its worker. */
const subjectsOf: Record<NotedKind, (id: number) => Subjects> = {
  loan: (id) => sql`
    select 'loan' as subject, ${id}::bigint as subject_id
    union all select 'payment', id from payment where loan_id = ${id}
    union all select 'transfer', id from transfer where loan_id = ${id}
    union all ${approvalsOf('loan', id)}
    union all select 'approval', approval.id from payment
      join approval on approval.subject = 'payment' and approval.subject_id = payment.id
      where payment.loan_id = ${id}
    union all select 'document', document.id from loan
      join document on document.user_id = loan.user_id
      where loan.id = ${id} and document.replaced_at is null and document.loan_id is null`,
  user: (id) => sql`
    select 'user' as subject, ${id}::bigint as subject_id
    union all select 'document', id from document where user_id = ${id} and loan_id is null
    union all select 'account_verification', id from account_verification where user_id = ${id}
    union all ${approvalsOf('user', id)}`,
  company: (id) => sql`
    select 'company' as subject, ${id}::bigint as subject_id
    union all ${approvalsOf('company', id)}`,
  transfer: (id) => sql`
    select 'transfer' as subject, ${id}::bigint as subject_id
    union all ${approvalsOf('transfer', id)}`,
}

/**
 * Query of the ids of a record's audit rows, newest first. The rows of each subject come from the index
 * `audit_subject`: without the `offset`, PostgreSQL might join them with the whole trail.
 */
function entryIds(db: Db, { kind, id }: NotedRecord) {
  const entries = sql<{ id: number }>`(
    select found.id from (${subjectsOf[kind](id)}) as part cross join lateral (
      select audit.id from audit
      where audit.subject = part.subject and audit.subject_id = part.subject_id
        and audit.subject_id is not null and audit.action = any(${activityActions})
      offset 0
    ) as found)`
  return db.selectFrom(entries.as('entry')).select('entry.id').orderBy('entry.id', 'desc')
}

const about = sql<string | null>`case audit.subject
  when 'transfer' then (select tracking_key from transfer where id = audit.subject_id)
  when 'document' then (select kind from document where id = audit.subject_id)
  when 'approval' then (select title from approval where id = audit.subject_id)
  end`

const paid = sql<number | null>`case audit.subject
  when 'payment' then (select amount_paid_cents from payment where id = audit.subject_id)
  when 'approval' then (select amount_cents from approval where id = audit.subject_id)
  end`

const noteOf = sql<Note | null>`case when audit.action in ('note.written', 'note.contact') then (
  select jsonb_build_object('id', id, 'kind', kind, 'text', text, 'means', means, 'next_step', next_step,
    'next_step_on', next_step_on)
  from note where note.id = (audit.after ->> 'note_id')::bigint) end`

async function readRows(db: Db, ids: readonly number[]): Promise<ActivityRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .where('audit.id', 'in', ids)
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.id', 'audit.action', 'audit.subject', 'audit.created_at', 'audit.actor_id'])
    .select([
      sql<ActivityRow['before']>`audit.before`.as('before'),
      sql<ActivityRow['after']>`audit.after`.as('after'),
    ])
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('actor_name'))
    .select([about.as('about'), paid.as('amount_cents'), noteOf.as('note')])
    .execute()
  return inOrderOf(ids, rows)
}

/** One page of what happened to a record, newest first. Throws the record's `not_found` (404). */
export async function listActivity(db: Db, input: ActivityQuery & { record: NotedRecord }) {
  await requireRecord(db, input.record)
  const { count, rows: page } = await readPage(entryIds(db, input.record), input)
  const rows = await readRows(
    db,
    page.map(({ id }) => id),
  )
  return { count, rows: rows.map((row) => presentEntry(row, input.record.kind)) }
}
