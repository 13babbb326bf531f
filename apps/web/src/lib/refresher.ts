import { EVENT_TOPICS, type EventTopic } from '@quincena/domain/events/topics'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ServerEvent } from './event-stream.ts'
import { currentSession } from './session.ts'
import { refreshUser } from './sign-in.ts'

/** The event's name is the kind of record that changed; the event's data identify the record. */
const topicName = z.enum(EVENT_TOPICS)

/** The first part of the query keys that an event makes stale. */
const staleAfter: Record<EventTopic, readonly string[]> = {
  notification: ['notifications'],
  loan: ['loans', 'payments', 'transfers', 'documents', 'dashboard', 'notifications', 'incoming-payments'],
  transfer: ['transfers', 'loans'],
  payment: ['payments', 'loans', 'dashboard', 'incoming-payments'],
  incoming_payment: ['incoming-payments'],
  document: ['documents', 'users', 'dashboard'],
  user: ['users', 'documents'],
  company: ['companies'],
  reconciliation: ['reconciliation'],
  balance: ['balance'],
  import: ['imports'],
}

/** Topics that may change a worker's own user record. Workers receive only events about themselves. */
const inRecordOfWorker: readonly EventTopic[] = ['loan', 'payment', 'document', 'user']

/** True if the event may change the signed-in user's record. A staff record changes only by `user` events of its id. */
function changesOwnRecord(topic: EventTopic, data: string): boolean {
  const session = currentSession()
  if (session.state === 'guest') return false
  const { id, user_type } = session.user
  return user_type === 'U2'
    ? inRecordOfWorker.includes(topic)
    : topic === 'user' && data === JSON.stringify({ id })
}

/** Staff receive many events a second; one refetch serves all events of this interval. */
const gather_ms = 1000

/** Refetches stale queries at the first event, then at most once a second for all later events. */
export function createRefresher(client: QueryClient): (event: ServerEvent) => void {
  const stale = new Set<string>()
  let aboutPerson = false
  let waiting = false

  const refresh = () => {
    waiting = stale.size > 0
    if (!waiting) return
    for (const root of stale) void client.invalidateQueries({ queryKey: [root] })
    if (aboutPerson) void refreshUser()
    stale.clear()
    aboutPerson = false
    setTimeout(refresh, gather_ms)
  }

  return ({ event, data }) => {
    const topic = topicName.safeParse(event).data
    if (topic === undefined) return
    for (const root of staleAfter[topic]) stale.add(root)
    aboutPerson ||= changesOwnRecord(topic, data)
    if (!waiting) refresh()
  }
}
