import { EVENT_TOPICS } from '@quincena/domain/events/topics'
import { z } from 'zod'
import type { Trx } from '../db/types.ts'

/** A change and the users it concerns; the browser reloads what it shows. */
export const appEvent = z.object({
  topic: z.enum(EVENT_TOPICS),
  id: z.int(),
  user_ids: z.array(z.int()),
  staff: z.boolean(),
})
export type AppEvent = z.infer<typeof appEvent>

/** Events between the processes of the server; `event-bus.ts` implements it. */
export interface EventBus {
  /** Stores the event with the commit of the transaction, once if it is published twice. Costs no round trip. */
  publish: (trx: Trx, event: AppEvent) => Promise<void>
  subscribe: (listener: (event: AppEvent) => void) => () => void
  /** The events received in the last `past_ms`, at most one minute, oldest first. */
  receivedWithin: (past_ms: number) => AppEvent[]
  /** Calls the listener when events may have been missed: the database connection was lost and restored. */
  onGap: (listener: () => void) => () => void
  stop: () => Promise<void>
}

/** Users of one event, so that one change of an import is not one message of megabytes. */
const maxEventUsers = 500

/** Publishes one change to any number of users, with one event for each 500 of them. */
export async function publishToMany(
  events: Pick<EventBus, 'publish'>,
  trx: Trx,
  event: AppEvent,
): Promise<void> {
  for (let from = 0; from < event.user_ids.length; from += maxEventUsers)
    await events.publish(trx, { ...event, user_ids: event.user_ids.slice(from, from + maxEventUsers) })
}
