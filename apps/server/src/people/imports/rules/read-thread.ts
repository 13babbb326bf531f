import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type ColumnMatch, countHeaders, matchColumns } from '@quincena/domain/imports/columns'
import {
  columnsOf,
  type ReadRow,
  type RowSource,
  readCompanyRows,
  readUserRows,
} from '@quincena/domain/imports/rows'
import { IMPORT_ROWS_LIMIT, type ImportKind } from '@quincena/domain/imports/schema'
import type { MessageCode } from '@quincena/domain/messages'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { ProtectedError, readSheet, type SheetCell } from '../../../spreadsheets/spreadsheet-read.ts'

/** A file that was read. Its rows are JSON: `[number, cells, form or null, problems or null]` each. */
export interface ReadFile {
  headers: string[]
  fields: (string | null)[]
  rows_total: number
  rejected_count: number
  /** JSON of 250 rows each, so that no step parses the whole file at once. */
  batches: string[]
}

export type ReadAnswer =
  | { ok: true; file: ReadFile }
  | { ok: false; code: MessageCode; detail?: string | undefined }

export interface ReadTask {
  kind: ImportKind
  bytes: Uint8Array
}

const TITLE_ROWS = 10
const COLUMNS_LIMIT = 100
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

function columnProblem({ missing, repeated }: ColumnMatch): ReadAnswer | null {
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

function inBatches(rows: ReadRow<object>[]): string[] {
  const batches: string[] = []
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const part = rows.slice(at, at + BATCH_ROWS)
    batches.push(
      JSON.stringify(
        part.map(({ number, shown, form, problems }) => [number, shown, form ?? null, problems ?? null]),
      ),
    )
  }
  return batches
}

function readFile({ kind, bytes }: ReadTask): ReadAnswer {
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
  const rows = kind === 'users' ? readUserRows(sources) : readCompanyRows(sources)
  const file = {
    ...{ headers, fields: match.fields },
    ...{ rows_total: rows.length, rejected_count: rows.filter(({ form }) => form === undefined).length },
    batches: inBatches(rows),
  }
  return { ok: true, file }
}

function answer(task: ReadTask): ReadAnswer {
  try {
    return readFile(task)
  } catch (error) {
    return { ok: false, code: error instanceof ProtectedError ? 'import.encrypted' : 'import.unreadable' }
  }
}

// On Linux a thread has its own priority: requests go first.
if (process.platform === 'linux') setPriority(10)
z.config(spanish)
const { kind, bytes }: ReadTask = workerData
parentPort?.postMessage(answer({ kind, bytes }))
