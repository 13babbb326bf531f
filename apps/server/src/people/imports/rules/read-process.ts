import { setPriority } from 'node:os'
import { type ColumnMatch, countHeaders, matchColumns } from '@quincena/domain/imports/columns'
import {
  columnsOf,
  type ReadRow,
  type RowSource,
  readCompanyRows,
  readUserRows,
  type SeenValues,
} from '@quincena/domain/imports/rows'
import { IMPORT_ROWS_LIMIT, type ImportKind } from '@quincena/domain/imports/schema'
import type { MessageCode } from '@quincena/domain/messages'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { ProtectedError, readSheet, type SheetCell } from '../../../spreadsheets/spreadsheet-read.ts'
import { readyMessage } from '../../../workers/thread-runner.ts'

/** What is known of a file before its rows are validated. */
export interface FileHead {
  headers: string[]
  fields: (string | null)[]
  rows_total: number
}

export type Refusal = { ok: false; code: MessageCode; detail?: string | undefined }
type HeadAnswer = { ok: true; head: FileHead } | Refusal
/** The answer to a task is a file's head, each further answer the JSON of some rows. */
export type ReadAnswer = HeadAnswer | { ok: true; batch: string; is_last: boolean }

export interface ReadTask {
  kind: ImportKind
  bytes: Uint8Array
}

/** A file to open, or the wish for the next rows of the opened file. */
export type ReadRequest = ReadTask | { next: true }

const TITLE_ROWS = 10
const COLUMNS_LIMIT = 100
/** So many that no step parses the whole file at once. */
const BATCH_ROWS = 250
/** The number of known headers that distinguishes the header row from a title. */
const HEADERS_ENOUGH = 3

const textOf = (cell: SheetCell | undefined) => {
  const text = String(cell ?? '').trim()
  return text === '' ? null : text
}

function findHeaders(kind: ImportKind, rows: SheetCell[][]): number {
  const counts = rows.slice(0, TITLE_ROWS).map((row) => countHeaders(columnsOf[kind], row.map(textOf)))
  const best = Math.max(0, ...counts)
  return best < HEADERS_ENOUGH ? -1 : counts.indexOf(best)
}

function columnProblem({ missing, repeated }: ColumnMatch): Refusal | null {
  if (repeated.length > 0)
    return {
      ok: false,
      code: 'import.columns_repeated',
      detail: `Hay más de una columna para: ${repeated.join(', ')}.`,
    }
  if (missing.length === 0) return null
  const detail = `Faltan columnas: ${missing.join(', ')}. Usa la plantilla para no olvidar ninguna.`
  return { ok: false, code: 'import.columns_missing', detail }
}

const isEmpty = (row: SheetCell[]) => row.every((cell) => textOf(cell) === null)

/** Validates rows as their batches are asked for; a batch is the JSON of `[number, cells, form or null, problems or null]` each. */
function* validate(kind: ImportKind, sources: readonly RowSource[]): Generator<ReadAnswer, void> {
  const seen: SeenValues = new Map()
  const readRows = kind === 'users' ? readUserRows : readCompanyRows
  for (let at = 0; at < sources.length; at += BATCH_ROWS) {
    const rows: ReadRow<object>[] = readRows(sources.slice(at, at + BATCH_ROWS), seen)
    const batch = JSON.stringify(
      rows.map(({ number, shown, form, problems }) => [number, shown, form ?? null, problems ?? null]),
    )
    yield { ok: true, batch, is_last: at + BATCH_ROWS >= sources.length }
  }
}

let batches: Generator<ReadAnswer, void> | undefined

function openFile({ kind, bytes }: ReadTask): HeadAnswer {
  const sheet = readSheet(bytes, {
    rows_limit: IMPORT_ROWS_LIMIT + TITLE_ROWS,
    columns_limit: COLUMNS_LIMIT,
  })
  const head = findHeaders(kind, sheet.rows)
  if (head < 0) return { ok: false, code: 'import.no_headers' }
  const headers = (sheet.rows[head] ?? []).map((cell) => textOf(cell) ?? '')
  const match = matchColumns(columnsOf[kind], headers)
  const problem = columnProblem(match)
  if (problem !== null) return problem
  if (sheet.is_cut) return { ok: false, code: 'import.too_many_rows' }

  const sources = sheet.rows.flatMap((cells, index): RowSource[] =>
    index <= head || isEmpty(cells)
      ? []
      : [{ number: index + 1, cells, fields: match.fields, facts: { date1904: sheet.date1904 } }],
  )
  if (sources.length > IMPORT_ROWS_LIMIT) return { ok: false, code: 'import.too_many_rows' }
  if (sources.length === 0) return { ok: false, code: 'import.empty' }
  batches = validate(kind, sources)
  return { ok: true, head: { headers, fields: match.fields, rows_total: sources.length } }
}

function answer(request: ReadRequest): ReadAnswer {
  try {
    if ('bytes' in request) return openFile(request)
    const { value } = batches?.next() ?? {}
    if (value === undefined) throw new Error('no further rows')
    return value
  } catch (error) {
    return { ok: false, code: error instanceof ProtectedError ? 'import.encrypted' : 'import.unreadable' }
  }
}

// Requests go first.
setPriority(10)
z.config(spanish)
process.on('message', (request: ReadRequest) => process.send?.(answer(request)))
process.on('disconnect', () => process.exit())
process.send?.(readyMessage)
