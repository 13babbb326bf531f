import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ServerEvent } from './event-stream.ts'
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

/** What changes nothing that a person's own record shows. */
const aboutNoPerson: readonly Topic[] = ['transfer', 'company', 'reconciliation', 'balance', 'import']

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

  return ({ event }) => {
    const topic = topicName.safeParse(event).data
    if (topic === undefined) return
    for (const root of staleAfter[topic]) stale.add(root)
    aboutPerson ||= !aboutNoPerson.includes(topic)
    if (!waiting) refresh()
  }
}
