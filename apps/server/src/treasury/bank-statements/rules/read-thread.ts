import {
  columnProblems,
  fieldOf,
  type StatementColumns,
  type StatementField,
  suggestColumns,
} from '@quincena/domain/bank-statements/columns'
import { readStatementRows, type StatementRow } from '@quincena/domain/bank-statements/rows'
import { STATEMENT_ROWS_LIMIT } from '@quincena/domain/bank-statements/schema'
import { answerReading } from '../../../spreadsheets/answer-reading.ts'
import { readCsv } from '../../../spreadsheets/read-csv.ts'
import { readSheet, type SheetCell } from '../../../spreadsheets/spreadsheet-read.ts'
import type { Reading } from '../../../workers/reading-thread.ts'

export interface ReadTask {
  bytes: Uint8Array
  is_csv: boolean
  /** The columns that the person chose; null: those of the last statement, or of the headers' words. */
  chosen: StatementColumns | null
  remembered: StatementColumns | null
}

/** A statement that was read. */
export interface ReadStatement {
  headers: string[]
  columns: StatementColumns
  column_problems: Partial<Record<StatementField, string>>
  rows_total: number
  rejected_count: number
  /** The first rows, and the first that cannot be read. */
  shown: StatementRow[]
  rejected: StatementRow[]
  /** JSON of rows, `[number, cells, line or null, problems or null]` each, so that no step parses the whole file. */
  batches: string[]
}

/** Banks write the holder, the account and the period above the headers. */
const TITLE_ROWS = 40
const COLUMNS_LIMIT = 60
const BATCH_ROWS = 2_000
const SHOWN_ROWS = 10
const SHOWN_REJECTED = 100

const textOf = (cell: SheetCell | undefined) =>
  String(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** The row with the most known headers, and at least a date and an amount; -1 without one. */
function findHeaders(rows: SheetCell[][], named: readonly string[]): number {
  const remembered = rows.findIndex(
    (row) => named.length > 0 && named.every((name) => row.map(textOf).includes(name)),
  )
  if (remembered !== -1) return remembered
  const counts = rows.slice(0, TITLE_ROWS).map((row) => {
    const fields = new Set(row.map((cell) => fieldOf(textOf(cell))))
    const hasAmount = fields.has('deposit') || fields.has('withdrawal') || fields.has('amount')
    return fields.has('date') && hasAmount ? fields.size : 0
  })
  const best = Math.max(0, ...counts)
  if (best > 0) return counts.indexOf(best)
  return rows.slice(0, TITLE_ROWS).findIndex((row) => row.filter((cell) => textOf(cell) !== '').length > 2)
}

/** Headers with a name of their own: an empty one is its number, a repeated one gets it too. */
function nameHeaders(row: readonly SheetCell[]): string[] {
  const names: string[] = []
  for (const [index, cell] of row.entries()) {
    const text = textOf(cell).slice(0, 180) || `Columna ${index + 1}`
    names.push(names.includes(text) ? `${text} (${index + 1})` : text)
  }
  return names
}

function inBatches(rows: readonly StatementRow[]): string[] {
  const batches: string[] = []
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const part = rows.slice(at, at + BATCH_ROWS)
    const stored = part.map(({ number, cells, line, problems }) => [
      number,
      cells,
      line,
      line === null ? problems : null,
    ])
    batches.push(JSON.stringify(stored))
  }
  return batches
}

const limits = { rows_limit: STATEMENT_ROWS_LIMIT + TITLE_ROWS, columns_limit: COLUMNS_LIMIT }

function readFile({ bytes, is_csv, chosen, remembered }: ReadTask): Reading<ReadStatement> {
  const sheet = is_csv ? { ...readCsv(bytes, limits), date1904: false } : readSheet(bytes, limits)
  if (sheet.is_cut) return { ok: false, code: 'statement.too_many_rows' }
  const known = chosen ?? remembered
  const head = findHeaders(
    sheet.rows,
    Object.values(known ?? {}).filter((name) => name !== null),
  )
  if (head === -1) return { ok: false, code: 'statement.no_headers' }
  const headers = nameHeaders(sheet.rows[head] ?? [])
  const columns = chosen ?? suggestColumns(headers, remembered)
  const column_problems = columnProblems(columns, headers)
  const source = { headers, columns, date1904: sheet.date1904, first: head + 2 }
  const rows = readStatementRows({ ...source, rows: sheet.rows.slice(head + 1) })
  if (rows.length > STATEMENT_ROWS_LIMIT) return { ok: false, code: 'statement.too_many_rows' }
  if (rows.length === 0) return { ok: false, code: 'import.empty' }
  const rejected = rows.filter(({ line }) => line === null)
  const content = {
    ...{ headers, columns, column_problems, rows_total: rows.length, rejected_count: rejected.length },
    ...{ shown: rows.slice(0, SHOWN_ROWS), rejected: rejected.slice(0, SHOWN_REJECTED) },
    batches: inBatches(rows),
  }
  return { ok: true, content, items: [] }
}

await answerReading(readFile)
