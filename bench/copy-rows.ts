import type pg from 'pg'

/** The part of pg's connection that COPY needs and its types lack. */
interface CopyConnection {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

function takesCopies(connection: object): connection is CopyConnection {
  return 'sendCopyFromChunk' in connection && 'endCopyFrom' in connection
}

/** A `copy … from stdin` that pg runs like a query: it sends the rows when PostgreSQL asks for them. */
class CopyRows implements pg.Submittable {
  readonly text: string
  private readonly rows: Buffer
  private readonly done: (error: Error | null) => void
  constructor(text: string, rows: Buffer, done: (error: Error | null) => void) {
    this.text = text
    this.rows = rows
    this.done = done
  }
  submit(connection: pg.Connection): void {
    connection.query(this.text)
  }
  handleCopyInResponse(connection: object): void {
    if (!takesCopies(connection)) throw new Error('This version of pg has no COPY')
    connection.sendCopyFromChunk(this.rows)
    connection.endCopyFrom()
  }
  handleCommandComplete(): void {
    // The end is reported by handleReadyForQuery.
  }
  handleError(error: Error): void {
    this.done(error)
  }
  handleReadyForQuery(): void {
    this.done(null)
  }
}

/** Writes rows in PostgreSQL's text format into a table. */
export function copyRows(
  client: pg.Client,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: Buffer,
): Promise<void> {
  if (rows.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const statement = `copy ${table} (${columns.join(', ')}) from stdin`
    client.query(new CopyRows(statement, rows, (error) => (error === null ? resolve() : reject(error))))
  })
}
