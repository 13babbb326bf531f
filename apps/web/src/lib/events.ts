import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from './api.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'
import { currentSession, onSessionChange } from './session.ts'
import { refreshUser } from './sign-in.ts'

const change = z.object({
  topic: z.enum(['notification', 'loan', 'transfer', 'payment', 'document', 'user']),
  id: z.int(),
})
type Topic = z.infer<typeof change>['topic']

/** What each kind of change makes stale: the first part of query keys. */
const staleAfter: Record<Topic, readonly string[]> = {
  notification: ['notifications'],
  loan: ['loans', 'payments', 'transfers', 'documents', 'dashboard', 'notifications'],
  transfer: ['transfers', 'loans'],
  payment: ['payments', 'loans', 'dashboard'],
  document: ['documents', 'users', 'dashboard'],
  user: ['users', 'documents'],
}

const firstDelay_ms = 1000
const longestDelay_ms = 30_000

function parseChange({ event, data }: ServerEvent) {
  if (event !== 'change') return null
  return change.safeParse(JSON.parse(data)).data ?? null
}

function invalidate(client: QueryClient, event: ServerEvent): void {
  const changed = parseChange(event)
  if (changed === null) return
  for (const root of staleAfter[changed.topic]) void client.invalidateQueries({ queryKey: [root] })
  if (changed.topic !== 'transfer') void refreshUser()
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
