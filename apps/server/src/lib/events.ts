import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Trx } from './deps.ts'

/** What changed, for whom: the browser asks again for what it shows. */
export interface AppEvent {
  topic:
    | 'notification'
    | 'loan'
    | 'transfer'
    | 'payment'
    | 'incoming_payment'
    | 'document'
    | 'user'
    | 'company'
    | 'reconciliation'
    | 'balance'
    | 'import'
  id: number
  user_ids: number[]
  staff: boolean
}

export interface EventBus {
  publish: (trx: Trx, event: AppEvent) => Promise<void>
  subscribe: (listener: (event: AppEvent) => void) => () => void
  /** Tells that events may have been missed: the connection that hears them was lost, and is back. */
  onGap: (listener: () => void) => () => void
  stop: () => Promise<void>
}

const channel = 'app_event'
const heartbeatMs = 30_000
const answerLimitMs = 10_000
const firstWaitMs = 200
const longestWaitMs = 5_000

/** A connection that listens; `onEnd` is called once when it is lost. */
async function openListener(url: string, { onEvent, onEnd }: Record<'onEvent' | 'onEnd', Hear>) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'quincena events',
    keepAlive: true,
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
  })
  client.on('error', () => undefined) // its end follows
  client.on('notification', ({ payload = '' }) => onEvent(payload))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end()
    throw error
  }
  // A connection that died without a word is found by asking.
  const heart = setInterval(() => client.query('select 1').catch(() => client.end()), heartbeatMs)
  client.once('end', () => {
    clearInterval(heart)
    onEnd('')
  })
  return client
}

type Hear = (payload: string) => void

/** Events between processes over LISTEN/NOTIFY: sent with the transaction's commit, heard by every process. */
export async function startEvents(url: string): Promise<EventBus> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function listen() {
    client = await openListener(url, {
      onEvent: (payload) => emitter.emit('event', JSON.parse(payload)),
      onEnd: () => void listenAgain(),
    })
    if (stopping.signal.aborted) await client.end()
  }

  /** Until it listens again or is stopped, soon at first, then every few seconds. */
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
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }
  await listen()

  return {
    async publish(trx, event) {
      await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(trx)
    },
    subscribe: (listener) => on('event', listener),
    onGap: (listener) => on('gap', () => listener()),
    async stop() {
      stopping.abort()
      await client?.end()
    },
  }
}
