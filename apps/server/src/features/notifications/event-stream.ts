import { PassThrough } from 'node:stream'
import type { Actor } from '../../lib/context.ts'
import type { AppEvent, EventBus } from '../../lib/events.ts'

const HEARTBEAT_MS = 15_000
/** A reader this far behind is gone. */
const WAITING_LIMIT_BYTES = 256 * 1024

interface Watch {
  events: EventBus
  user: Actor
  /** Asked at every heartbeat; the stream ends with the session. */
  alive: () => Promise<boolean>
  heartbeat_ms?: number
  /** Since when the reader shows what it was told without having listened. */
  past_ms?: number
}

/** Staff learn of what their lists show; everybody of what is theirs. */
function concerns(event: AppEvent, { id, user_type }: Actor): boolean {
  return event.user_ids.includes(id) || (event.staff && user_type !== 'U2')
}

/**
 * Server-sent events: the topic as event and `{id}` as data for each change that the person may see, a comment as
 * heartbeat; what was told within `past_ms` comes first. Ends when the session does, the reader goes away, or events
 * were missed.
 */
export function openEventStream({ events, user, alive, past_ms = 0, ...watch }: Watch): PassThrough {
  const stream = new PassThrough()
  const write = (text: string) => {
    if (stream.readableLength > WAITING_LIMIT_BYTES) stream.destroy()
    else stream.write(text)
  }
  const tell = (event: AppEvent) => {
    if (!concerns(event, user)) return
    const { topic, id } = event
    write(`event: ${topic}\ndata: ${JSON.stringify({ id })}\n\n`)
  }
  const unsubscribe = events.subscribe(tell)
  const beat = async () => {
    if (await alive().catch(() => true)) write(': beat\n\n')
    else stream.end()
  }
  const timer = setInterval(() => void beat(), watch.heartbeat_ms ?? HEARTBEAT_MS)
  // Events were missed: the browser opens the stream anew and asks for all that it shows.
  const unwatch = events.onGap(() => stream.end())
  const stop = () => {
    clearInterval(timer)
    unsubscribe()
    unwatch()
  }
  stream.once('close', stop).once('finish', stop)
  write('retry: 3000\n\n')
  for (const event of events.heardWithin(past_ms)) tell(event)
  return stream
}
