import type { WebhookAttempt, WebhookEndpoint, WebhookList } from '@quincena/domain/webhooks/schema'
import { sql } from 'kysely'
import { AppError } from '../../command/errors.ts'
import type { Db, Trx } from '../../db/types.ts'
import { countCapped, windowOf } from '../../http/pagination.ts'
import { findKeptPositions } from '../../platform/webhook-events/queries.ts'

/** Waiting events are counted up to so many. */
const countedWaiting = 1000

const endpoints = (db: Db | Trx) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .leftJoin('company', 'company.id', 'endpoint.company_id')
    .select([
      ...(['endpoint.id', 'endpoint.url', 'endpoint.description', 'endpoint.event_types'] as const),
      ...(['endpoint.state', 'endpoint.delivered_position', 'endpoint.attempts'] as const),
      ...(['endpoint.failing_since', 'endpoint.next_try_at', 'endpoint.last_delivery_at'] as const),
      ...(['endpoint.previous_secret_until', 'endpoint.created_at', 'endpoint.company_id'] as const),
      'company.name as company_name',
      sql<number>`(select count(*) from (
        select from unnest(endpoint.event_types) as wanted (type) cross join lateral (
          select from webhook_event as event
          where event.type = wanted.type and event.position > endpoint.delivered_position
            and (endpoint.company_id is null or event.company_id = endpoint.company_id)
          order by event.position limit ${countedWaiting}) as next
        limit ${countedWaiting}) as waiting)`.as('waiting'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof endpoints>['executeTakeFirstOrThrow']>>

function presentEndpoint({ company_id, company_name, ...row }: Row): WebhookEndpoint {
  return {
    ...row,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
  }
}

/** All endpoints, the newest last, and the positions that can be replayed. */
export async function listEndpoints(db: Db): Promise<WebhookList> {
  const [rows, positions] = await Promise.all([
    endpoints(db).orderBy('endpoint.id').execute(),
    findKeptPositions(db),
  ])
  return { results: rows.map(presentEndpoint), ...positions }
}

/** One endpoint. Throws `webhook.not_found` (404). */
export async function getEndpoint(db: Db, id: number): Promise<WebhookEndpoint> {
  const row = await endpoints(db).where('endpoint.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('webhook.not_found', 404)
  return presentEndpoint(row)
}

const attemptColumns = [
  ...['id', 'message_id', 'position', 'event_type', 'attempt', 'is_delivered', 'status', 'fault'],
  ...['duration_ms', 'answer', 'created_at'],
] as const

/** One try. */
export function getAttempt(db: Db, id: number): Promise<WebhookAttempt> {
  return db
    .selectFrom('webhook_attempt')
    .select(attemptColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

interface AttemptQuery {
  id: number
  page: number
  page_size: number
  ordering?: 'id' | '-id' | undefined
  /** True: only what was not delivered; false: only what was. */
  failed?: boolean | undefined
}

/** A page of the log of an endpoint, newest first, counted up to 10,000. Throws `webhook.not_found` (404). */
export async function listAttempts(db: Db, { id, failed, ordering, ...window }: AttemptQuery) {
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (endpoint === undefined) throw new AppError('webhook.not_found', 404)
  const attempts = db
    .selectFrom('webhook_attempt')
    .select(attemptColumns)
    .where('endpoint_id', '=', id)
    .$if(failed !== undefined, (all) => all.where('is_delivered', '=', failed !== true))
    .orderBy('id', ordering === 'id' ? 'asc' : 'desc')
  const { limit, offset } = windowOf(window)
  const [counted, rows] = await Promise.all([
    countCapped(db, attempts),
    attempts.limit(limit).offset(offset).execute(),
  ])
  return { ...counted, rows }
}

/** How many endpoints get their events, fail at present, and were paused; and since when the oldest fails. */
export async function countEndpoints(db: Db) {
  return db
    .selectFrom('webhook_endpoint')
    .select([
      sql<number>`count(*) filter (where state = 'active' and attempts = 0)`.as('active'),
      sql<number>`count(*) filter (where state = 'active' and attempts > 0)`.as('failing'),
      sql<number>`count(*) filter (where state = 'paused')`.as('paused'),
      sql<string | null>`min(failing_since) filter (where state = 'active')`.as('failing_since'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * When the oldest event happened that waits for an endpoint which takes its events, and for one whose last try failed;
 * null where none waits. Events that no job has numbered wait too.
 */
export async function findOldestWaiting(db: Db): Promise<{ active: string | null; failing: string | null }> {
  const isWanted = sql`(endpoint.company_id is null or event.company_id = endpoint.company_id)`
  const { rows } = await sql<{ active: string | null; failing: string | null }>`
    select min(next.created_at) filter (where endpoint.attempts = 0) as active,
      min(next.created_at) filter (where endpoint.attempts > 0) as failing
    from webhook_endpoint as endpoint cross join lateral unnest(endpoint.event_types) as wanted (type)
    cross join lateral (
      (select event.created_at from webhook_event as event
        where event.type = wanted.type and event.position > endpoint.delivered_position and ${isWanted}
        order by event.position limit 1)
      union all
      (select event.created_at from webhook_event as event
        where event.type = wanted.type and event.position is null and ${isWanted}
        order by event.id limit 1)
    ) as next
    where endpoint.state = 'active'`.execute(db)
  return rows[0] ?? { active: null, failing: null }
}
