import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { Trx } from './deps.ts'

/** What changed, for whom: the browser asks again for what it shows. */
export interface AppEvent {
  topic: 'notification' | 'loan' | 'transfer' | 'payment' | 'document' | 'user'
  id: number
  user_ids: number[]
  staff: boolean
}

export interface EventBus {
  publish: (trx: Trx, event: AppEvent) => Promise<void>
  subscribe: (listener: (event: AppEvent) => void) => () => void
  stop: () => Promise<void>
}

const channel = 'app_event'

/** Events between processes over LISTEN/NOTIFY: sent with the transaction's commit, heard by every process. */
export async function startEvents(url: string): Promise<EventBus> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  let stopped = false
  let client: pg.Client | undefined

  async function listen() {
    const fresh = new pg.Client({ connectionString: url, application_name: 'quincena events' })
    fresh.on(
      'notification',
      ({ payload }) => payload !== undefined && emitter.emit('event', JSON.parse(payload)),
    )
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      if (!stopped) setTimeout(() => listen().catch(() => undefined), 1000).unref()
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
  }
  await listen()

  return {
    async publish(trx, event) {
      await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(trx)
    },
    subscribe(listener) {
      emitter.on('event', listener)
      return () => emitter.off('event', listener)
    },
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
