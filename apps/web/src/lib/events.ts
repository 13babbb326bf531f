import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { readEvents } from './event-stream.ts'
import { createRefresher } from './refresher.ts'
import { currentSession, onSessionChange } from './session.ts'

const firstDelay_ms = 1000
const longestDelay_ms = 30_000

/** What is shown first may have been asked for this long before anybody is known to be signed in. */
const headStart_ms = 10_000

interface Following {
  signal: AbortSignal
  /** How long screens have been asking without being told. */
  past_ms: number
  onOpen: () => void
}

/** Answers whether the server ended the stream because the session has too many. */
async function follow(client: QueryClient, { signal, past_ms, onOpen }: Following): Promise<boolean> {
  const body = await api.stream('/events', { query: { past_ms }, signal })
  onOpen()
  const refresh = createRefresher(client)
  for await (const event of readEvents(body)) {
    if (event.event === 'crowded') return true
    refresh(event)
  }
  return false
}

async function followForever(client: QueryClient, signal: AbortSignal): Promise<void> {
  let delay_ms = firstDelay_ms
  let isFirst = true
  const began_ms = Math.max(0, performance.now() - headStart_ms)
  const onOpen = () => {
    if (!isFirst) void client.invalidateQueries() // what happened while disconnected is not told again
    delay_ms = firstDelay_ms
  }
  while (!signal.aborted) {
    const past_ms = isFirst ? Math.round(performance.now() - began_ms) : 0
    const isCrowded = await follow(client, { signal, past_ms, onOpen }).catch(() => false)
    isFirst = false
    if (isCrowded) delay_ms = longestDelay_ms
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
