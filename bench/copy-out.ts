import type pg from 'pg'

/** A `copy … to stdout` that pg runs like a query: it counts what arrives. */
class CopyOut implements pg.Submittable {
  private bytes = 0
  private readonly text: string
  private readonly done: (error: Error | null, bytes: number) => void
  constructor(text: string, done: (error: Error | null, bytes: number) => void) {
    this.text = text
    this.done = done
  }
  submit(connection: pg.Connection): void {
    connection.query(this.text)
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.bytes += chunk.length
  }
  handleCommandComplete(): void {
    // The end is reported by handleReadyForQuery.
  }
  handleError(error: Error): void {
    this.done(error, 0)
  }
  handleReadyForQuery(): void {
    this.done(null, this.bytes)
  }
}

/** Reads the rows of a query in PostgreSQL's text format and drops them; returns their bytes. */
export function copyOut(client: pg.ClientBase, query: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = `copy (${query}) to stdout`
    client.query(new CopyOut(text, (error, bytes) => (error === null ? resolve(bytes) : reject(error))))
  })
}
