import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from './api.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'
import { currentSession, onSessionChange } from './session.ts'
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
  reconciliation: ['reconciliation'],
  balance: ['balance'],
  import: ['imports'],
}

/** What changes nothing that a person's own record shows. */
const aboutNoPerson: readonly Topic[] = ['transfer', 'reconciliation', 'balance', 'import']

const firstDelay_ms = 1000
const longestDelay_ms = 30_000

function invalidate(client: QueryClient, { event }: ServerEvent): void {
  const topic = topicName.safeParse(event).data
  if (topic === undefined) return
  for (const root of staleAfter[topic]) void client.invalidateQueries({ queryKey: [root] })
  if (!aboutNoPerson.includes(topic)) void refreshUser()
}

async function follow(client: QueryClient, signal: AbortSignal, onOpen: () => void): Promise<void> {
  const body = await api.stream('/events', signal)
  onOpen()
  for await (const event of readEvents(body)) invalidate(client, event)
}

async function followForever(client: QueryClient, signal: AbortSignal): Promise<void> {
  let delay_ms = firstDelay_ms
  let wasOpen = false
  const onOpen = () => {
    if (wasOpen) void client.invalidateQueries() // what happened while disconnected is not told again
    wasOpen = true
    delay_ms = firstDelay_ms
  }
  while (!signal.aborted) {
    await follow(client, signal, onOpen).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delay_ms + Math.random() * 500))
    delay_ms = Math.min(delay_ms * 2, longestDelay_ms)
  }
}

/** Keeps queries fresh while somebody is signed in; call once, at the start. */
export function keepFresh(client: QueryClient): void {
  let following: { userId: number; controller: AbortController } | null = null
  const adjust = () => {
    const session = currentSession()
    const userId = session.state === 'signed-in' ? session.user.id : null
    if (following?.userId === userId) return
    following?.controller.abort()
    following = userId === null ? null : { userId, controller: new AbortController() }
    if (following) void followForever(client, following.controller.signal)
  }
  onSessionChange(adjust)
  adjust()
}
