import type { WebhookEventType, WebhookMessage } from '@quincena/domain/webhooks/events'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/types.ts'

/** Which events an endpoint asks for. */
export interface EventFilter {
  event_types: readonly WebhookEventType[]
  /** Null: of all companies. */
  company_id: number | null
}

/** An event with its place and the name of its message. */
export interface NumberedEvent {
  position: number
  message_id: string
  message: WebhookMessage
}

interface EventRow {
  position: number
  message_id: string
  type: WebhookEventType
  version: number
  data: object
  created_at: string
}

/**
 * The next events after a position that a filter lets through, in their order. Each type is read in its own index, so that
 * an endpoint of rare events does not go through all others.
 */
export async function listEventsAfter(
  db: Db | Trx,
  { event_types, company_id, after, limit }: EventFilter & { after: number; limit: number },
): Promise<NumberedEvent[]> {
  const ofCompany = company_id === null ? sql`true` : sql`event.company_id = ${company_id}::bigint`
  const { rows } = await sql<EventRow>`
    select next.* from unnest(${event_types}::text[]) as wanted (type) cross join lateral (
      select position, message_id, event.type, version, data, created_at from webhook_event as event
      where event.type = wanted.type and position > ${after}::bigint and ${ofCompany}
      order by position limit ${limit}) as next
    order by next.position limit ${limit}`.execute(db)
  return rows.map(({ position, message_id, type, version, data, created_at }) => ({
    ...{ position, message_id },
    message: { type, version, position, timestamp: created_at, data: { ...data } },
  }))
}

/** The first and the last position that is kept; null before the first event. */
export async function findKeptPositions(db: Db | Trx) {
  const { first, last } = await db
    .selectFrom('webhook_event')
    .select((eb) => [eb.fn.min('position').as('first'), eb.fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  return { first_position: first, last_position: last }
}

/** The last position that was given, also if its event is deleted; 0 before the first. */
export async function readLastPosition(db: Db | Trx): Promise<number> {
  const { last_position } = await db
    .selectFrom('webhook_mark')
    .select('last_position')
    .executeTakeFirstOrThrow()
  return last_position
}
