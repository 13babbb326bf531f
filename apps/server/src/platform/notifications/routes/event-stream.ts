import { PassThrough } from 'node:stream'
import type { Actor } from '../../../command/context.ts'
import type { AppEvent, EventBus } from '../../../command/events.ts'

const HEARTBEAT_MS = 15_000
/** Ends the stream of a reader with more unread bytes than this. */
const WAITING_LIMIT_BYTES = 256 * 1024

interface Watch {
  events: EventBus
  user: Actor
  /** Called at every heartbeat: whether the session is still open. The stream ends with the session. */
  alive: () => Promise<boolean>
  heartbeat_ms?: number
  /** How long ago the reader loaded its data without listening. */
  past_ms?: number
}

/** True if the event concerns the user: staff get the events of their lists, everybody gets their own. */
function concerns(event: AppEvent, { id, user_type }: Actor): boolean {
  return event.user_ids.includes(id) || (event.staff && user_type !== 'U2')
}

/**
 * Server-sent events: the topic as event and `{id}` as data for each change that the user may see, and a comment as
 * heartbeat. Events of the last `past_ms` come first. Ends with the session, when the reader disconnects, or when
 * events were missed.
 */
export function openEventStream({ events, user, alive, past_ms = 0, ...watch }: Watch): PassThrough {
  const stream = new PassThrough()
  const write = (text: string) => {
    if (stream.readableLength > WAITING_LIMIT_BYTES) stream.destroy()
    else stream.write(text)
  }
  const sendEvent = (event: AppEvent) => {
    if (!concerns(event, user)) return
    const { topic, id } = event
    write(`event: ${topic}\ndata: ${JSON.stringify({ id })}\n\n`)
  }
  const unsubscribe = events.subscribe(sendEvent)
  const beat = async () => {
    if (await alive().catch(() => true)) write(': beat\n\n')
    else stream.end()
  }
  const timer = setInterval(() => void beat(), watch.heartbeat_ms ?? HEARTBEAT_MS)
  // Events were missed: the browser reconnects and reloads what it shows.
  const unwatch = events.onGap(() => stream.end())
  const stop = () => {
    clearInterval(timer)
    unsubscribe()
    unwatch()
  }
  stream.once('close', stop).once('finish', stop)
  write('retry: 3000\n\n')
  for (const event of events.receivedWithin(past_ms)) sendEvent(event)
  return stream
}
