import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ServerEvent } from './event-stream.ts'
import { currentSession } from './session.ts'
import { refreshUser } from './sign-in.ts'

/** The name of an event tells what kind of thing changed; its data, which one. */
const topicName = z.enum([
  'notification',
  'loan',
  'transfer',
  'payment',
  'incoming_payment',
  'document',
  'user',
  'company',
  'reconciliation',
  'balance',
  'import',
])
type Topic = z.infer<typeof topicName>

/** What each kind of change makes stale: the first part of query keys. */
const staleAfter: Record<Topic, readonly string[]> = {
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

/** What a worker's own record tells of: they hear of their own loans, payments and documents only. */
const inRecordOfWorker: readonly Topic[] = ['loan', 'payment', 'document', 'user']

/** True where the signed-in person's own record may be another now: that of staff tells of nothing but themselves. */
function changesOwnRecord(topic: Topic, data: string): boolean {
  const session = currentSession()
  if (session.state === 'guest') return false
  const { id, user_type } = session.user
  return user_type === 'U2'
    ? inRecordOfWorker.includes(topic)
    : topic === 'user' && data === JSON.stringify({ id })
}

/** A busy office hears many events a second; its screens ask again once for all of them. */
const gather_ms = 1000

/** Refetches what events make stale: at once, then once a second for all that came meanwhile. */
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
