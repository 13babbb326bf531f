import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { formatMoney } from '@quincena/domain/format'
import type { WorkerChange } from '@quincena/domain/loans/background'
import { NEW_PHONE_HOURS } from '@quincena/domain/loans/signing-code-rules'
import type { UnconfirmedChange } from '@quincena/domain/users/schema'
import { workerChangeNames } from '@quincena/domain/users/worker-change-words'
import { type NotNull, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import type { Db, Trx } from '../../db/types.ts'

/** Changes that keep their workers from signing, however old: who only had to wait would confirm alone. */
function selectOpen(db: Db | Trx) {
  return db.selectFrom('worker_change').where('confirmed_at', 'is', null)
}

/** True if another person still has to confirm what staff wrote of a worker. */
export async function isUnconfirmed(db: Db | Trx, { user_id }: { user_id: number }): Promise<boolean> {
  const query = selectOpen(db).select('id').where('user_id', '=', user_id)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Query for the ids of all workers of whom `isUnconfirmed` is true; reads an index of the open changes. */
export function unconfirmedIds(db: Db | Trx) {
  return selectOpen(db).select('user_id')
}

/**
 * What keeps a worker from signing, oldest first, each change with the oldest open request that would confirm it: of the
 * worker's data up to it, or of its upload. The request is null if somebody refused or withdrew it.
 */
export async function listUnconfirmed(db: Db | Trx, user_id: number): Promise<UnconfirmedChange[]> {
  return await selectOpen(db)
    .innerJoin('user_summary as author', 'author.id', 'worker_change.changed_by')
    .select(['worker_change.id', 'field', 'changed_by', 'changed_at', 'author.name as author'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('approval')
          .select(['approval.id', 'approval.requested_by'])
          .$narrowType<{ requested_by: NotNull }>()
          .where('approval.state', '=', 'open')
          .where((or) =>
            or.or([
              or.and([
                or('action', '=', 'worker.confirm'),
                or('subject_id', '=', or.ref('worker_change.user_id')),
                or(sql<number>`(payload ->> 'last_id')::bigint`, '>=', or.ref('worker_change.id')),
              ]),
              or.and([
                or('action', '=', 'worker.confirm_upload'),
                or('subject_id', '=', or.ref('worker_change.import_id')),
              ]),
            ]),
          )
          .orderBy('approval.id')
          .limit(1),
      ).as('approval'),
    )
    .where('user_id', '=', user_id)
    .orderBy('worker_change.id')
    .execute()
}

/** Who wrote data of a worker that nobody else has confirmed. */
export async function listAuthors(db: Db | Trx, user_id: number): Promise<number[]> {
  const open = selectOpen(db).select('changed_by').distinct()
  const rows = await open.where('user_id', '=', user_id).execute()
  return rows.map(({ changed_by }) => changed_by)
}

/** True if a change of a worker up to `last_id`, or of an upload, is open. */
export async function hasOpenChange(
  db: Db | Trx,
  of: { user_id: number; last_id: number } | { import_id: number },
): Promise<boolean> {
  const open = selectOpen(db).select('id')
  const query =
    'import_id' in of
      ? open.where('import_id', '=', of.import_id)
      : open.where('user_id', '=', of.user_id).where('id', '<=', of.last_id)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The data of a new worker that decide who gets money, and how much. */
async function linesOfNew(db: Db | Trx, user_id: number): Promise<ApprovalLine[]> {
  const { salary, company, email, account } = await db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .select(['biweekly_salary_cents as salary', 'company.name as company', 'app_user.email'])
    .select('debit_card_number as account')
    .where('app_user.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return [
    { label: workerChangeNames.company, value: company ?? '—' },
    { label: workerChangeNames.salary, value: salary === null ? '—' : formatMoney(salary) },
    { label: workerChangeNames.email, value: email },
    { label: workerChangeNames.account, value: account === null ? '—' : `Terminada en ${account.slice(-4)}` },
  ]
}

/** What the confirming person reads of a worker: every open change with the old and the new value. */
export async function describeChanges(db: Db | Trx, user_id: number): Promise<ApprovalLine[]> {
  const rows = await selectOpen(db).selectAll().where('user_id', '=', user_id).orderBy('id').execute()
  const isNew = rows.some(({ field }) => field === 'created')
  const changes = rows
    .filter(({ field }) => field !== 'created')
    .map(({ field, before_text, after_text }) => ({
      ...{ label: workerChangeNames[field], value: after_text ?? '—', before: before_text ?? '—' },
    }))
  return [...(isNew ? await linesOfNew(db, user_id) : []), ...changes]
}

/** The numbers of new and of changed workers of an upload that are open. */
export async function countUploaded(db: Db | Trx, import_id: number) {
  return selectOpen(db)
    .select((eb) => [
      eb.fn.count<number>('user_id').distinct().filterWhere('field', '=', 'created').as('created'),
      eb.fn.count<number>('user_id').distinct().filterWhere('field', '<>', 'created').as('changed'),
    ])
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow()
}

/** What a worker changes alone, by column of the person's row in the audit trail. */
const ownFields = { debit_card_number: 'account', email: 'email', phone: 'phone' } as const
const ownColumns = ['debit_card_number', 'email', 'phone'] as const

/** True if the worker's phone was changed within the last 24 hours, by the worker or by staff. One statement. */
export async function hasNewPhone(
  db: Db | Trx,
  { user_id, now }: { user_id: number; now: Temporal.Instant },
): Promise<boolean> {
  const change = await db
    .selectFrom('audit')
    .select('audit.id')
    .where('subject', '=', 'user')
    .where('subject_id', '=', user_id)
    .where('action', '=', 'user.updated')
    .where('created_at', '>', isoOf(now.subtract({ hours: NEW_PHONE_HOURS })))
    .where(sql<boolean>`after ? 'phone'`)
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}

const changedValue = z.string().nullable().catch(null)

/**
 * The changes of a worker's data since an instant, newest first, at most 20: what staff wrote, and what the worker
 * changed alone. Two queries.
 */
export async function listRecentChanges(
  db: Db,
  { user_id, since }: { user_id: number; since: string },
): Promise<WorkerChange[]> {
  const written = await db
    .selectFrom('worker_change')
    .innerJoin('user_summary as author', 'author.id', 'worker_change.changed_by')
    .leftJoin('user_summary as second', 'second.id', 'worker_change.confirmed_by')
    .select([
      'field',
      'before_text as before',
      'after_text as after',
      'author.name as by',
      'changed_at as at',
    ])
    .select('second.name as confirmed_by')
    .where('worker_change.user_id', '=', user_id)
    .where('changed_at', '>=', since)
    .orderBy('worker_change.id', 'desc')
    .limit(20)
    .execute()
  const own = await db
    .selectFrom('audit')
    .innerJoin('user_summary as author', 'author.id', 'audit.actor_id')
    .select(['before', 'after', 'author.name as by', 'created_at as at'])
    .where('subject', '=', 'user')
    .where('subject_id', '=', user_id)
    .where('actor_id', '=', user_id)
    .where('action', '=', 'user.updated')
    .where('created_at', '>=', since)
    .orderBy('audit.id', 'desc')
    .limit(20)
    .execute()
  const ownChanges = own.flatMap(({ before, after, by, at }) => {
    const [old, now] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
    const columns = ownColumns.filter((column) => now.has(column))
    return columns.map((column) => ({
      ...{ field: ownFields[column], by, is_own: true, at, confirmed_by: null },
      ...{ before: changedValue.parse(old.get(column)), after: changedValue.parse(now.get(column)) },
    }))
  })
  const all = [...written.map((change) => ({ ...change, is_own: false })), ...ownChanges]
  return all.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, 20)
}
