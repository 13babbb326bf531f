import { Readable } from 'node:stream'
import { businessDay, type Day } from '@quincena/domain/dates'
import { exportFileName } from '@quincena/domain/exports/file-name'
import { type ExportFormat, XLSX_ROWS_LIMIT } from '@quincena/domain/exports/schema'
import { maskIdentifiers } from '@quincena/domain/masking'
import type { FastifyReply } from 'fastify'
import type { Compilable } from 'kysely'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Needs } from '../../db/reads.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { findCompany } from '../../people/companies/queries.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { readInBatches } from '../../spreadsheets/export/batches.ts'
import { writeCsv } from '../../spreadsheets/export/csv.ts'
import type { ExportTable } from '../../spreadsheets/export/table.ts'
import { writeXlsx } from '../../spreadsheets/export/xlsx.ts'
import { spreadsheetType } from '../../spreadsheets/spreadsheet.ts'

/** Limit of concurrent exports per process: each holds a database connection until its reader has finished. */
const atOnce = 4

/** The filters for the audit trail; the days are also in the file's name. */
interface Filters {
  [name: string]: unknown
  from?: Day | undefined
  to?: Day | undefined
}

/** The file to send: its columns, its number of rows, and the request's filters. */
interface FileToSend<Row> {
  table: ExportTable<Row>
  format: ExportFormat
  filters: Filters
  count: number
  /** What the file's name says it lists, if that is not the table's name. */
  list?: string
  /** The company that is chosen as a filter. */
  company_id?: number | undefined
}

/** A list to export with the query of its ids and the reader of a batch of rows. */
export interface ListToSend<Row> extends FileToSend<Row> {
  ids: Compilable<{ id: number }>
  rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]>
}

/** A report to export: its rows are few and read at once. */
interface ReportToSend<Row> extends FileToSend<Row> {
  read: () => Promise<Row[]>
}

/** The filters for the audit trail, which nobody can correct: without whole account numbers and CURPs of a search. */
const maskFilters = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskIdentifiers(value) : value,
    ]),
  )

async function* readOnce<Row>({ read }: ReportToSend<Row>): AsyncGenerator<Row[], void> {
  yield await read()
}

async function* after<Row>(first: IteratorResult<Row[], void>, rest: AsyncGenerator<Row[], void>) {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/**
 * Creates the function that sends a list or a report as a file and writes it while it reads the rows; one per process. Writes the
 * audit row first. Throws `export.too_many_rows` (422), and `export.busy` (503) if 4 exports are running. An error in
 * the middle of the file cuts the response off, so that an incomplete file is never taken for a complete one.
 */
export function createSender(deps: Deps) {
  let running = 0

  async function nameOf<Row>({ company_id, list, table, format, filters: { from, to } }: FileToSend<Row>) {
    const company = company_id === undefined ? undefined : await findCompany(deps.db, company_id)
    const days = { from, to, today: businessDay(deps.clock()) }
    return exportFileName({ list: list ?? table.name, company: company?.name ?? null, ...days, format })
  }

  async function takeOrLeave(needs: Needs | undefined) {
    try {
      return await deps.reads.take(needs)
    } catch (error) {
      running -= 1
      throw error
    }
  }

  function end(batches: AsyncGenerator<unknown>, release: () => void) {
    running -= 1
    batches
      .return(undefined)
      .catch((err: unknown) => deps.log.error({ err }, 'export did not end well'))
      .finally(release)
  }

  async function open<Row>(
    list: ListToSend<Row> | ReportToSend<Row>,
    needs: Needs | undefined,
  ): Promise<Readable> {
    const { table, format } = list
    running += 1
    const { db, release } = await takeOrLeave(needs)
    const batches = 'read' in list ? readOnce(list) : readInBatches(db, list)
    try {
      // Reads the first rows before it sends headers: an error up to here still gets a normal error response.
      const all = after(await batches.next(), batches)
      const file =
        format === 'csv' ? Readable.from(writeCsv(table, all), { objectMode: false }) : writeXlsx(table, all)
      return file.once('close', () => end(batches, release))
    } catch (error) {
      end(batches, release)
      throw error
    }
  }

  return async function sendTable<Row>(
    context: CommandContext,
    reply: FastifyReply,
    list: ListToSend<Row> | ReportToSend<Row>,
  ) {
    const { table, format, filters, count } = list
    if (format === 'xlsx' && count > XLSX_ROWS_LIMIT) throw new AppError('export.too_many_rows', 422)
    if (running >= atOnce) throw new AppError('export.busy', 503)
    const name = await nameOf(list)
    const file = await open(list, reply.request.signedIn)
    const details = { list: table.name, format, rows: count, filters: maskFilters(filters) }
    try {
      await deps.db.transaction().execute((trx) =>
        writeAudit(deps, trx, {
          context,
          action: 'list.exported',
          subject: ['export', null],
          after: details,
        }),
      )
    } catch (error) {
      // Closing the file frees its place and its connection.
      file.destroy()
      throw error
    }
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : spreadsheetType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-total-rows', count)
      .send(file)
  }
}
