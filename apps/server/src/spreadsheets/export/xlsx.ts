import { PassThrough, pipeline, Readable } from 'node:stream'
import { localClockMs } from '@quincena/domain/dates'
import { pesos } from '@quincena/domain/money'
import { ZipFile } from 'yazl'
import type { ExportKind, ExportTable, ExportValue, RowBatches } from './table.ts'
import { sheetEnd, sheetPath, sheetStart, styleOf, workbookParts, xmlText } from './xlsx-parts.ts'

const usualWidth = 18
/** The least work: a file of users is 5 % larger than at level 4, one of credits 13 %. */
const compressionLevel = 1
const dayMs = 86_400_000
/** Day 0 of Excel's calendar is 30 December 1899. */
const dayZeroToEpoch = 25_569

/** The name of a column by its index from 0: `A`, `Z`, `AA`. */
function letters(index: number): string {
  const rest = index < 26 ? '' : letters(Math.floor(index / 26) - 1)
  return rest + String.fromCharCode(65 + (index % 26))
}

/** Days since Excel's day 0. An instant counts in the time of Mexico City, because a sheet has no time zones. */
function serialOf(kind: 'day' | 'instant', value: string): number {
  if (kind === 'day') return Date.parse(value.slice(0, 10)) / dayMs + dayZeroToEpoch
  return localClockMs(value) / dayMs + dayZeroToEpoch
}

/** The number to write in a cell; null when the cell holds text. */
function numberOf(kind: ExportKind, value: string | number): number | null {
  if (kind === 'text') return null
  if (typeof value === 'number') return kind === 'money' ? pesos(value) : value
  return kind === 'day' || kind === 'instant' ? serialOf(kind, value) : null
}

const textCell = (at: string, style: number, text: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

function cellOf(at: string, kind: ExportKind, value: ExportValue): string {
  if (value === null) return ''
  const number = numberOf(kind, value)
  if (number === null) return textCell(at, styleOf.text, String(value))
  return `<c r="${at}" s="${styleOf[kind]}"><v>${number}</v></c>`
}

async function* sheetXml<Row>({ columns }: ExportTable<Row>, batches: RowBatches<Row>) {
  const places = columns.map((column, index) => ({ ...column, letter: letters(index) }))
  const heads = places.map(({ letter, header }) => textCell(`${letter}1`, styleOf.head, header))
  yield `${sheetStart(columns.map(({ width = usualWidth }) => width))}<row r="1">${heads.join('')}</row>`
  let last = 1
  const lineOf = (row: Row) => {
    last += 1
    const cells = places.map(({ letter, kind, of }) => cellOf(`${letter}${last}`, kind, of(row)))
    return `<row r="${last}">${cells.join('')}</row>`
  }
  for await (const rows of batches) yield rows.map(lineOf).join('')
  yield sheetEnd(`A1:${letters(columns.length - 1)}${last}`)
}

interface Sheet {
  name: string
  xml: Readable
}

/** Makes a sheet of a workbook from a table. */
export function sheetOf<Row>(table: ExportTable<Row>, batches: RowBatches<Row>): Sheet {
  return { name: table.name, xml: Readable.from(sheetXml(table, batches), { objectMode: false }) }
}

/**
 * Streams sheets as an .xlsx file, one after another, while their rows are read. Text stays text whatever it begins
 * with, money is a number in pesos, days and instants are dates. If reading the rows fails, the stream fails with that
 * error.
 */
export function writeBook(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile()
  const file = new PassThrough()
  const fail = (error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error)))
  const names = sheets.map(({ name }) => name)
  for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml), path)
  for (const [index, { xml }] of sheets.entries()) {
    zip.addReadStream(xml, sheetPath(index), { compressionLevel })
    xml.once('error', fail)
  }
  zip.end()
  zip.once('error', fail)
  // Also when the reader disconnects: without this the row streams, and their database cursor, would stay open.
  pipeline(zip.outputStream, file, () => {
    for (const { xml } of sheets) xml.destroy()
  })
  return file
}

/** Streams a table as an .xlsx file of one sheet. */
export function writeXlsx<Row>(table: ExportTable<Row>, batches: RowBatches<Row>): Readable {
  return writeBook([sheetOf(table, batches)])
}
