import { Readable } from 'node:stream'
import { businessDay } from '@quincena/domain/dates'
import { type ExportFormat, XLSX_ROWS_LIMIT } from '@quincena/domain/exports/schema'
import type { FastifyReply } from 'fastify'
import type { Compilable } from 'kysely'
import { writeAudit } from '../../lib/audit.ts'
import type { ActContext } from '../../lib/context.ts'
import type { Deps, Trx } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'
import { readInBatches } from '../../lib/export/batches.ts'
import { writeCsv } from '../../lib/export/csv.ts'
import type { ExportTable } from '../../lib/export/table.ts'
import { writeXlsx } from '../../lib/export/xlsx.ts'
import { spreadsheetType } from '../../lib/spreadsheet.ts'

/** Each holds a connection for as long as its reader takes. */
const atOnce = 4

export interface ListToSend<Row> {
  table: ExportTable<Row>
  format: ExportFormat
  /** What was asked for, as the audit trail keeps it. */
  filters: object
  count: number
  ids: Compilable<{ id: number }>
  rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]>
}

async function* after<Row>(first: IteratorResult<Row[], void>, rest: AsyncGenerator<Row[], void>) {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/**
 * Makes the sender of one process: a list as a file, written while it is read. That somebody took it goes to the audit
 * trail first. Throws `export.too_many_rows` (422) and, where others are under way, `export.busy` (503); an error in
 * mid-file cuts the answer off, so that half a file is never taken for a whole one.
 */
export function createSender(deps: Deps) {
  let running = 0

  function end(batches: AsyncGenerator<unknown>) {
    running -= 1
    batches.return(undefined).catch((err: unknown) => deps.log.error({ err }, 'export did not end well'))
  }

  async function open<Row>({ table, format, ids, rows }: ListToSend<Row>): Promise<Readable> {
    running += 1
    const batches = readInBatches(deps.db, { ids, rows })
    try {
      // The first rows before the answer's head: what fails up to here is an error like any other.
      const all = after(await batches.next(), batches)
      const file =
        format === 'csv' ? Readable.from(writeCsv(table, all), { objectMode: false }) : writeXlsx(table, all)
      return file.once('close', () => end(batches))
    } catch (error) {
      end(batches)
      throw error
    }
  }

  return async function sendTable<Row>(context: ActContext, reply: FastifyReply, list: ListToSend<Row>) {
    const { table, format, filters, count } = list
    if (format === 'xlsx' && count > XLSX_ROWS_LIMIT) throw new AppError('export.too_many_rows', 422)
    if (running >= atOnce) throw new AppError('export.busy', 503)
    const file = await open(list)
    const taken = { list: table.name, format, rows: count, filters }
    try {
      await deps.db.transaction().execute((trx) =>
        writeAudit(deps, trx, {
          ...{ context, action: 'list.exported', subject: 'export', subject_id: null, after: taken },
        }),
      )
    } catch (error) {
      // Its close gives the place and the connection back.
      file.destroy()
      throw error
    }
    const name = `${table.name}_${businessDay(deps.clock())}.${format}`
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : spreadsheetType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-total-rows', count)
      .send(file)
  }
}
