import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { readEvents } from './event-stream.ts'
import { createRefresher } from './refresher.ts'
import { currentSession, onSessionChange } from './session.ts'

const firstDelay_ms = 1000
const longestDelay_ms = 30_000

async function follow(client: QueryClient, signal: AbortSignal, onOpen: () => void): Promise<void> {
  const body = await api.stream('/events', signal)
  onOpen()
  const refresh = createRefresher(client)
  for await (const event of readEvents(body)) refresh(event)
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
