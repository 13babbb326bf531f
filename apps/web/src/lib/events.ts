import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { readEvents } from './event-stream.ts'
import { createRefresher } from './refresher.ts'
import { currentSession, onSessionChange } from './session.ts'

const firstDelay_ms = 1000
const longestDelay_ms = 30_000

/** The first queries may start this long before the session is known; the stream's replay must cover that time. */
const headStart_ms = 10_000

interface Following {
  signal: AbortSignal
  /** The server replays the events of this many milliseconds before now. */
  past_ms: number
  onOpen: () => void
}

/** Follows one stream until it ends; returns true if the server closed it because the session has too many streams. */
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

async function keepFollowing(client: QueryClient, signal: AbortSignal): Promise<void> {
  let delay_ms = firstDelay_ms
  let isFirst = true
  const began_ms = Math.max(0, performance.now() - headStart_ms)
  const onOpen = () => {
    if (!isFirst) void client.invalidateQueries() // events during a disconnection are not replayed
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

/** Refreshes queries by server events while a user is signed in. Call once, when the app starts. */
export function refreshByEvents(client: QueryClient): void {
  let following: { userId: number; controller: AbortController } | null = null
  const followUser = () => {
    const session = currentSession()
    // Before the password and the second factor the server refuses the stream.
    const isOpen =
      session.state === 'signed-in' &&
      !session.user.must_change_password &&
      session.user.needs_factor !== true
    const userId = isOpen ? session.user.id : null
    if (following?.userId === userId) return
    following?.controller.abort()
    following = userId === null ? null : { userId, controller: new AbortController() }
    if (following) void keepFollowing(client, following.controller.signal)
  }
  onSessionChange(followUser)
  followUser()
}
