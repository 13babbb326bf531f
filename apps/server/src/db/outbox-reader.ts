import pg from 'pg'

const channel = 'event_outbox'
/** Processes of the version before the outbox notify their events here; the next version drops it. */
const formerChannel = 'app_event'
const answerLimitMs = 10_000

/**
 * The rows that are visible now and were not at position $1: those of later transactions, and those of the transactions
 * that were open then. Both are found by the index, however many rows the table has. A row with an xact of the future,
 * which only another program can write, is not read again and again.
 */
export const newRows = `
  with new_row as (
    select xact, payloads from event_outbox
    where xact >= pg_snapshot_xmax($1::pg_snapshot) and xact < pg_snapshot_xmax(pg_current_snapshot())
    union all
    select xact, payloads from event_outbox
    where xact = any(array(select pg_snapshot_xip($1::pg_snapshot)))
  )
  select pg_current_snapshot()::text as position,
    coalesce((select json_agg(payloads order by xact) from new_row), '[]') as rows`

/** Deletes the rows that were visible at position $1. */
const deleteRows = `
  delete from event_outbox
  where xact < pg_snapshot_xmax($1::pg_snapshot) and pg_visible_in_snapshot(xact, $1::pg_snapshot)`

interface Listeners {
  /** Another process wrote events. */
  onWake: () => void
  /** The payload of an event of a process of the version before. */
  onFormerEvent: (payload: string) => void
  /** Called once, when the connection is lost or ended. */
  onEnd: () => void
}

/** A connection to the outbox, which reads each row once that became visible after it was opened. */
export interface OutboxReader {
  /** The payloads of the rows that are new since the last call; those of one transaction in their order. */
  read: () => Promise<string[]>
  /** Makes the other processes read. */
  wakeOthers: () => Promise<void>
  /** Deletes the rows that could be read before the last call. */
  deleteOld: () => Promise<void>
  end: () => Promise<void>
}

async function startReading(
  client: pg.Client,
  { onWake, onFormerEvent }: Pick<Listeners, 'onWake' | 'onFormerEvent'>,
): Promise<OutboxReader> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.on('notification', (notice) => {
    if (notice.channel === formerChannel) onFormerEvent(notice.payload ?? '')
    else if (notice.processId !== rows[0]?.pid) onWake()
  })
  await client.query(`listen ${channel}; listen ${formerChannel}`)
  let position: string | undefined
  let deletable: string | undefined

  async function read() {
    const { rows } = await client.query<{ position: string; rows: unknown[][] }>(newRows, [position])
    position = rows[0]?.position
    // Another program may have written null, or an array in the array.
    return rows[0]?.rows.flat().map(String) ?? []
  }
  // Without a position there is nothing new.
  await read()

  return {
    read,
    async wakeOthers() {
      await client.query(`notify ${channel}`)
    },
    async deleteOld() {
      if (deletable !== undefined) await client.query(deleteRows, [deletable])
      deletable = position
    },
    end: () => client.end(),
  }
}

/**
 * Connects to the outbox and starts after the rows of now. A position is a snapshot of PostgreSQL, the one of the
 * statement that read; so the row of a transaction that began early and ended late is read too, and no row twice. It means nothing
 * to another server or after a crash: it begins and ends with its connection. A call fails after 10 s without an answer.
 */
export async function openOutbox(url: string, { onEnd, ...listeners }: Listeners): Promise<OutboxReader> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'quincena events',
    keepAlive: true,
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
  })
  client.on('error', () => undefined) // the `end` event follows
  try {
    await client.connect()
    const reader = await startReading(client, listeners)
    client.once('end', onEnd)
    return reader
  } catch (error) {
    await client.end()
    throw error
  }
}
