import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { AppEvent, EventBus } from '../../../command/events.ts'
import { createOpenStreams } from './open-streams.ts'

const HEARTBEAT_MS = 15_000
/** Ends the stream of a reader with more unread bytes than this. */
const WAITING_LIMIT_BYTES = 256 * 1024
/** Heartbeats that are written without a pause; 10,000 at once would block other requests. */
const BEATS_AT_ONCE = 500

interface Reader {
  user: Actor
  /** The stream ends with this session. */
  session_id: number
  /** How long ago the reader loaded its data without listening. */
  past_ms?: number
}

interface Options {
  events: EventBus
  /** Which of these sessions are still open. */
  findOpenSessions: (session_ids: readonly number[]) => Promise<Set<number>>
  heartbeat_ms?: number
}

/** True if the event concerns the user: staff get the events of their lists, everybody gets their own. */
const concerns = (event: AppEvent, user: Actor) =>
  event.user_ids.includes(user.id) || (event.staff && isStaff(user))

const textOf = ({ topic, id }: AppEvent) => `event: ${topic}\ndata: ${JSON.stringify({ id })}\n\n`

function write(stream: PassThrough, text: string) {
  if (!stream.writable) return
  if (stream.readableLength > WAITING_LIMIT_BYTES) stream.destroy()
  else stream.write(text)
}

/** The streams of this process by whom they concern, so that an event costs nothing to the others. */
function createDirectory() {
  const ofUser = new Map<number, Set<PassThrough>>()
  const ofStaff = new Set<PassThrough>()
  return {
    add(stream: PassThrough, user: Actor) {
      const streams = ofUser.get(user.id) ?? new Set()
      ofUser.set(user.id, streams.add(stream))
      if (isStaff(user)) ofStaff.add(stream)
      return () => {
        ofStaff.delete(stream)
        streams.delete(stream)
        if (streams.size === 0 && ofUser.get(user.id) === streams) ofUser.delete(user.id)
      }
    },
    concernedBy({ user_ids, staff }: AppEvent): Set<PassThrough> {
      const streams = new Set(staff ? ofStaff : [])
      for (const id of user_ids) for (const stream of ofUser.get(id) ?? []) streams.add(stream)
      return streams
    },
  }
}

/**
 * The event streams of this process: server-sent events with the topic as event and `{id}` as data for each change that
 * the reader may see, and a comment as heartbeat. A stream ends with its session, when the reader disconnects, or when
 * events were missed; all sessions are checked in one statement at each heartbeat.
 */
export function createEventStreams({ events, findOpenSessions, heartbeat_ms = HEARTBEAT_MS }: Options) {
  const sessions = new Map<PassThrough, number>()
  const directory = createDirectory()
  const crowd = createOpenStreams()
  const endAll = () => {
    for (const stream of sessions.keys()) stream.end()
  }

  async function beat() {
    const checked = [...sessions]
    if (checked.length === 0) return
    const ids = [...new Set(checked.map(([, session_id]) => session_id))]
    // Without an answer of the database every session counts as open.
    const open = await findOpenSessions(ids).catch(() => new Set(ids))
    for (const [index, [stream, session_id]] of checked.entries()) {
      if (open.has(session_id)) write(stream, ': beat\n\n')
      else stream.end()
      if (index % BEATS_AT_ONCE === BEATS_AT_ONCE - 1) await nextTurn()
    }
  }
  const timer = setInterval(() => void beat(), heartbeat_ms).unref()
  const unsubscribe = events.subscribe((event) => {
    const text = textOf(event)
    for (const stream of directory.concernedBy(event)) write(stream, text)
  })
  // Events were missed: the browsers reconnect and reload what they show.
  const unwatch = events.onGap(endAll)

  return {
    /** Opens a stream; events of the last `past_ms` come first. */
    open({ user, session_id, past_ms = 0 }: Reader): PassThrough {
      const stream = new PassThrough()
      const remove = directory.add(stream, user)
      sessions.set(stream, session_id)
      const stop = () => {
        remove()
        sessions.delete(stream)
      }
      stream.once('close', stop).once('finish', stop)
      crowd.add(session_id, stream)
      write(stream, 'retry: 3000\n\n')
      for (const event of events.receivedWithin(past_ms))
        if (concerns(event, user)) write(stream, textOf(event))
      return stream
    },
    /** Ends all streams; none is opened after this. */
    close() {
      clearInterval(timer)
      unsubscribe()
      unwatch()
      endAll()
    },
  }
}
