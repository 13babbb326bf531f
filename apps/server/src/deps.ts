import type { BrandInForce } from './command/brand.ts'
import type { Clock } from './command/clock.ts'
import type { EventBus } from './command/events.ts'
import type { Log } from './command/log.ts'
import type { NoticeTexts } from './command/notice-texts.ts'
import type { Secrets } from './crypto/secrets.ts'
import type { Reads } from './db/reads.ts'
import type { Db } from './db/types.ts'
import type { Env } from './env.ts'
import type { Mailer } from './integrations/mail/mailer.ts'
import type { Messenger } from './integrations/messages/messenger.ts'
import type { OidcClient } from './integrations/oidc/oidc-client.ts'
import type { Storage } from './integrations/storage/storage.ts'
import type { StpClient } from './integrations/stp/client.ts'
import type { Queue } from './jobs/queue.ts'

/** What a command needs that also the command line runs: it has no STP, no files and no mail server. */
export type CommandLineDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'events' | 'texts' | 'messenger'> & {
  secrets: Pick<Secrets, 'audit_keys'>
}

/** Everything a command needs from outside; created once in main.ts, or by a test. */
export interface Deps {
  env: Env
  db: Db
  reads: Reads
  clock: Clock
  storage: Storage
  stp: StpClient
  mailer: Mailer
  /** The lender's data and brand in force. */
  brand: BrandInForce
  /** Null: no provider of SMS or WhatsApp messages is configured. */
  messenger: Messenger | null
  /** Null: staff sign in with no provider of identities. */
  oidc: OidcClient | null
  queue: Queue
  events: EventBus
  /** The words of notices and mails. */
  texts: NoticeTexts
  secrets: Secrets
  log: Log
}
