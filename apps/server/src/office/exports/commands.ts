import type { Readable } from 'node:stream'
import { businessDay, type Day } from '@quincena/domain/dates'
import { exportFileName } from '@quincena/domain/exports/file-name'
import { type ExportFormat, XLSX_ROWS_LIMIT } from '@quincena/domain/exports/schema'
import { maskIdentifiers } from '@quincena/domain/masking'
import type { FastifyReply } from 'fastify'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { settingsOf } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { disconnectSignal } from '../../http/request.ts'
import { findCompany } from '../../people/companies/queries.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { spreadsheetType } from '../../spreadsheets/spreadsheet.ts'
import { createFileThreads } from '../../workers/file-threads.ts'
import type { ExportTask } from './queries/export-thread.ts'
import { type ListFilters, type ListName, openList } from './queries/lists.ts'

/** Limit of concurrent exports per process: each holds a thread and a database connection until its reader has
 * finished. */
const atOnce = 4

/** The filters for the audit trail; the days are also in the file's name. */
interface Filters {
  [name: string]: unknown
  from?: Day | undefined
  to?: Day | undefined
}

/** A list to send as a file. */
interface ListToSend<Name extends ListName> {
  list: Name
  /** The request's query: the list's filters and the format. */
  query: ListFilters[Name] & Filters & { format: ExportFormat }
  /** What the file's name says it lists, if that is not the table's name. */
  file_list?: string
  /** The company that is chosen as a filter. */
  company_id?: number | undefined
}

/** The filters for the audit trail, which nobody can correct: without whole account numbers and CURPs of a search. */
const maskFilters = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskIdentifiers(value) : value,
    ]),
  )

const openFile = createFileThreads<ExportTask>(new URL('./queries/export-thread.ts', import.meta.url))

/**
 * Creates the function that sends a list or a report as a file; one per process. A thread reads the rows and makes the
 * file while the client reads it, so that other requests do not wait. Writes the audit row first. Throws
 * `export.too_many_rows` (422), and `export.busy` (503) if 4 exports are running. An error in the middle of the file cuts
 * the response off, so that an incomplete file is never taken for a complete one.
 */
export function createSender(deps: Deps) {
  let running = 0

  async function nameOf(
    list: string,
    { company_id, query }: { company_id: number | undefined; query: Filters & { format: ExportFormat } },
  ) {
    const company = company_id === undefined ? undefined : await findCompany(deps.db, company_id)
    const { from, to, format } = query
    const days = { from, to, today: businessDay(deps.clock()) }
    return exportFileName({ list, company: company?.name ?? null, ...days, format })
  }

  async function open(task: ExportTask, signal: AbortSignal): Promise<Readable> {
    // Nothing is awaited before the place is taken.
    if (running >= atOnce) throw new AppError('export.busy', 503)
    running += 1
    const end = () => {
      running -= 1
    }
    try {
      // Reads the first rows before it sends headers: an error up to here still gets a normal error response.
      const file = await openFile(task, signal)
      return file.once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }

  async function audit(context: CommandContext, file: Readable, after: object) {
    try {
      await deps.db
        .transaction()
        .execute((trx) =>
          writeAudit(deps, trx, { context, action: 'list.exported', subject: ['export', null], after }),
        )
    } catch (error) {
      // Closing the file frees its place and its connection.
      file.destroy()
      throw error
    }
    // The file may have failed meanwhile.
    if (file.errored) throw file.errored
  }

  return async function sendList<Name extends ListName>(
    context: CommandContext,
    reply: FastifyReply,
    { list, query, file_list, company_id }: ListToSend<Name>,
  ) {
    const { format, ...filters } = query
    const { id, user_type, company_id: own_company } = context.user
    const caller = {
      user: { id, user_type, company_id: own_company },
      now: isoOf(deps.clock()),
      lender: deps.env.stp.company,
    }
    const opened = await openList(deps.db, { list, filters: query, caller })
    const { name } = opened
    const count = await opened.count()
    if (format === 'xlsx' && count > XLSX_ROWS_LIMIT) throw new AppError('export.too_many_rows', 422)
    const file_name = await nameOf(file_list ?? name, { company_id, query })
    const { replica, system_identifier } = deps.reads
    const task = {
      database: settingsOf(deps.db),
      replica: replica && settingsOf(replica),
      system_identifier,
      needed_position: reply.request.signedIn?.needed_position,
      query: { list, filters: query, caller },
      format,
    }
    const file = await open(task, disconnectSignal(reply))
    await audit(context, file, { list: name, format, rows: count, filters: maskFilters(filters) })
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : spreadsheetType)
      .header('content-disposition', `attachment; filename="${file_name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-total-rows', count)
      .send(file)
  }
}
