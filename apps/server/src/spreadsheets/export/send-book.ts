import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../command/errors.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { spreadsheetType } from '../spreadsheet.ts'
import { takeSnapshot } from './batches.ts'

/** Most workbooks sent at the same time: each occupies a database connection until its reader has it all. */
const atOnce = 2

type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>

interface BookToSend {
  /** File name without its extension. */
  name: string
  write: (snapshot: Trx) => Readable | Promise<Readable>
}

/**
 * Makes a function that sends a workbook (.xlsx) which a feature writes from a database snapshot, row by row. At most
 * two run at a time, so that exports never use up the connections; one more throws `export.busy` (503). An error in the
 * middle of a file breaks the connection, so that a client never takes half a file for a whole one.
 */
export function createWorkbookSender(deps: Deps) {
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
