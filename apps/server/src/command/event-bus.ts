import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type AppEvent, appEvent, type EventBus } from './events.ts'
import type { Log } from './log.ts'

const channel = 'app_event'
const kept_ms = 60_000
const heartbeatMs = 30_000
const answerLimitMs = 10_000
const firstWaitMs = 200
const longestWaitMs = 5_000

/** A connection that listens; `onEnd` is called once when it is lost. */
async function openListener(url: string, { onEvent, onEnd }: Record<'onEvent' | 'onEnd', PayloadListener>) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'quincena events',
    keepAlive: true,
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
  })
  client.on('error', () => undefined) // the `end` event follows
  client.on('notification', ({ payload = '' }) => onEvent(payload))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end()
    throw error
  }
  // A query every 30 s detects a connection that died silently.
  const heartbeatTimer = setInterval(() => client.query('select 1').catch(() => client.end()), heartbeatMs)
  client.once('end', () => {
    clearInterval(heartbeatTimer)
    onEnd('')
  })
  return client
}

type PayloadListener = (payload: string) => void

/** Remembers the events of the last minute, for readers who loaded their data before they started to listen. */
function createMemory() {
  let recent: { at_ms: number; event: AppEvent }[] = []
  const within = (past_ms: number) => recent.filter(({ at_ms }) => at_ms > performance.now() - past_ms)
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
 * The event of a NOTIFY payload; undefined if it is invalid. Every database role and every server version may notify,
 * so an invalid payload is dropped and logged with its length and fault, never with its text.
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

/** Events between processes over LISTEN/NOTIFY: sent with the transaction's commit, delivered to every process. */
export async function startEvents(url: string, log: EventLog): Promise<EventBus> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const stopping = new AbortController()
  let client: pg.Client | undefined
  const memory = createMemory()
  emitter.on('event', memory.keep)

  async function listen() {
    client = await openListener(url, {
      onEvent(payload) {
        const event = readEvent(payload, log)
        if (event !== undefined) emitter.emit('event', event)
      },
      onEnd: () => void listenAgain(),
    })
    if (stopping.signal.aborted) await client.end()
  }

  /** Reconnects until it listens again or is stopped; waits 0.2 s at first, then up to 5 s, with jitter. */
  async function listenAgain() {
    for (
      let wait_ms = firstWaitMs;
      !stopping.signal.aborted;
      wait_ms = Math.min(2 * wait_ms, longestWaitMs)
    ) {
      await sleep(wait_ms * (0.5 + Math.random()), undefined, { ref: false })
      if (stopping.signal.aborted) return
      const back = await listen().then(
        () => true,
        () => false,
      )
      if (back) return void emitter.emit('gap')
    }
  }

  function on(name: 'event' | 'gap', listener: (event: AppEvent) => void) {
    const safe = withFailuresLogged(listener, log)
    emitter.on(name, safe)
    return () => void emitter.off(name, safe)
  }
  await listen()

  return {
    async publish(trx, event) {
      await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(trx)
    },
    subscribe: (listener) => on('event', listener),
    receivedWithin: memory.within,
    onGap: (listener) => on('gap', () => listener()),
    async stop() {
      stopping.abort()
      await client?.end()
    },
  }
}
