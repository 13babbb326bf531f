import { EventEmitter } from 'node:events'
import { writeAtCommit } from '../db/outbox-writer.ts'
import { type AppEvent, appEvent, type EventBus } from './events.ts'
import { followOutbox, type Pace } from './follow-outbox.ts'
import type { Log } from './log.ts'

const kept_ms = 60_000

/** Remembers the events of the last minute, for readers who loaded their data before they started to listen. */
function createMemory() {
  let recent: { at_ms: number; event: AppEvent }[] = []
  const within = (past_ms: number) => {
    const since_ms = performance.now() - past_ms
    return recent.slice(recent.findLastIndex(({ at_ms }) => at_ms <= since_ms) + 1)
  }
  return {
    keep(event: AppEvent) {
      const at_ms = performance.now()
      if ((recent[0]?.at_ms ?? at_ms) < at_ms - 2 * kept_ms) recent = within(kept_ms)
      recent.push({ at_ms, event })
    },
    within: (past_ms: number) => within(Math.min(past_ms, kept_ms)).map(({ event }) => event),
  }
}

type EventLog = Pick<Log, 'warn' | 'error'>

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * The event of a payload; undefined if it is invalid. Every server version and every database role with the right may
 * write one, so an invalid payload is dropped and logged with its length and fault, never with its text.
 */
function readEvent(payload: string, log: EventLog): AppEvent | undefined {
  const json = parseJson(payload)
  const parsed = appEvent.safeParse(json?.value)
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  const reason = json === undefined ? 'not JSON' : `${fault?.path.join('.') || 'payload'}: ${fault?.code}`
  log.warn({ payload_length: payload.length, reason }, 'event dropped')
  return undefined
}

/** Wraps a listener so that its errors are logged and the other listeners still run. */
function withFailuresLogged<Value>(listener: (value: Value) => void, log: EventLog) {
  return (value: Value) => {
    try {
      listener(value)
    } catch (error) {
      log.error({ err: error }, 'event listener failed')
    }
  }
}

/**
 * Events between processes, through the table `event_outbox`. A command's events are stored with its commit; then this
 * process wakes the others by an empty NOTIFY in a transaction of its own. A NOTIFY in the command's transaction would
 * let only one commit at a time through in the whole database. `url` needs a session of PostgreSQL, not a pooler's.
 */
export async function startEvents(url: string, log: EventLog, pace: Partial<Pace> = {}): Promise<EventBus> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const memory = createMemory()
  emitter.on('event', memory.keep)

  function on(name: 'event' | 'gap', listener: (event: AppEvent) => void) {
    const safe = withFailuresLogged(listener, log)
    emitter.on(name, safe)
    return () => void emitter.off(name, safe)
  }
  function onPayload(payload: string) {
    const event = readEvent(payload, log)
    if (event !== undefined) emitter.emit('event', event)
  }
  const outbox = await followOutbox(url, { onPayload, onGap: () => emitter.emit('gap'), log }, pace)

  return {
    publish: (trx, event) => writeAtCommit(trx, JSON.stringify(event), outbox.wakeOthers),
    subscribe: (listener) => on('event', listener),
    receivedWithin: memory.within,
    onGap: (listener) => on('gap', () => listener()),
    stop: outbox.stop,
  }
}
