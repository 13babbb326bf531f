import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Trx } from './types.ts'

interface Outgoing {
  /** Texts of the transaction's events, each once. */
  payloads: Set<string>
  /** Called after the commit, each once. */
  listeners: Set<() => void>
}

/** The events of the open transactions, by their connection. */
const outgoing = new WeakMap<DatabaseConnection, Outgoing>()

/**
 * Adds an event to the transaction: `event_outbox` gets it with the commit, or nothing without one. `onCommit` is called
 * after the commit. Costs no round trip: the events go to the database in one message with the commit. Throws if the
 * transaction is not one of `connect`, whose commits alone write events.
 */
export async function writeAtCommit(trx: Trx, payload: string, onCommit: () => void): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const events = outgoing.get(connection)
    if (events === undefined) throw new Error('events need a transaction of connect()')
    events.payloads.add(payload)
    events.listeners.add(onCommit)
  })
}

/** One text with both statements, because PostgreSQL takes several only without parameters. */
function insertAndCommit(payloads: Set<string>): CompiledQuery {
  const texts = [...payloads].map((payload) => pg.escapeLiteral(payload))
  return CompiledQuery.raw(`insert into event_outbox (payloads) values (array[${texts.join(', ')}]); commit`)
}

class OutboxDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    outgoing.set(connection, { payloads: new Set(), listeners: new Set() })
    await super.beginTransaction(connection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const events = outgoing.get(connection)
    outgoing.delete(connection)
    if (events === undefined || events.payloads.size === 0) return super.commitTransaction(connection)
    // After a failed statement the insert fails too, so this never ends an aborted transaction as if it were committed.
    await connection.executeQuery(insertAndCommit(events.payloads))
    for (const listener of events.listeners) listener()
  }

  override async rollbackTransaction(...[connection]: Parameters<PostgresDriver['rollbackTransaction']>) {
    outgoing.delete(connection)
    await super.rollbackTransaction(connection)
  }
}

/** PostgreSQL for Kysely, with commits that write the events of `writeAtCommit`. */
export class OutboxDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new OutboxDriver(this.#config)
  }
}
