import type { WebhookEventType, WebhookMessage } from '@quincena/domain/webhooks/events'
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

/** The next events after a position that a filter lets through, in their order. */
export async function listEventsAfter(
  db: Db | Trx,
  { event_types, company_id, after, limit }: EventFilter & { after: number; limit: number },
): Promise<NumberedEvent[]> {
  const rows = await db
    .selectFrom('webhook_event')
    .select(['position', 'message_id', 'type', 'version', 'data', 'created_at'])
    .where('position', '>', after)
    .where('type', 'in', event_types)
    .$if(company_id !== null, (events) => events.where('company_id', '=', company_id))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.flatMap(({ position, message_id, type, version, data, created_at }) =>
    position === null
      ? []
      : [
          {
            ...{ position, message_id },
            message: { type, version, position, timestamp: created_at, data: { ...data } },
          },
        ],
  )
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
