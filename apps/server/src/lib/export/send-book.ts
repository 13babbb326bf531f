import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deps, Trx } from '../deps.ts'
import { AppError } from '../errors.ts'
import { spreadsheetType } from '../spreadsheet.ts'
import { takeSnapshot } from './batches.ts'

/** Each holds a connection for as long as its reader takes. */
const atOnce = 2

type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>

interface BookToSend {
  /** Of the file, without its ending. */
  name: string
  write: (snapshot: Trx) => Readable | Promise<Readable>
}

/**
 * Makes the sender of books that a feature writes from a snapshot, row by row: however many there are, nobody else
 * waits. Throws `export.busy` (503) where others are under way; an error in mid-file cuts the answer off, so that half
 * a file is never taken for a whole one.
 */
export function createBookSender(deps: Deps) {
  let running = 0

  async function open(write: BookToSend['write']): Promise<Readable> {
    running += 1
    let snapshot: Snapshot | undefined
    const end = () => {
      running -= 1
      const log = (err: unknown) => deps.log.error({ err }, 'export did not end well')
      snapshot?.rollback().execute().catch(log)
    }
    try {
      snapshot = await takeSnapshot(deps.db)
      const file = await write(snapshot)
      return file.once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }

  return async function sendBook(reply: FastifyReply, { name, write }: BookToSend) {
    if (running >= atOnce) throw new AppError('export.busy', 503)
    const file = await open(write)
    return reply
      .type(spreadsheetType)
      .header('content-disposition', `attachment; filename="${name}.xlsx"`)
      .header('cache-control', 'private, no-store')
      .send(file)
  }
}
