import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/types.ts'
import type { Env } from '../env.ts'
import type { Mailer } from '../integrations/mail/mailer.ts'
import type { Storage } from '../integrations/storage/storage.ts'
import type { StpClient } from '../integrations/stp/client.ts'
import type { Queue } from '../jobs/queue.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import type { Secrets } from '../platform/settings/secrets.ts'
import type { Clock } from './clock.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** Everything a command needs from outside; created once in main.ts, or by a test. */
export interface Deps {
  env: Env
  db: Db
  clock: Clock
  storage: Storage
  stp: StpClient
  mailer: Mailer
  queue: Queue
  events: EventBus
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}
