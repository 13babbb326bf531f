import { localClockMs } from '@quincena/domain/dates'
import { formatDate, formatRate } from '@quincena/domain/format'
import { pesos } from '@quincena/domain/money'
import type { ExportKind, ExportTable, ExportValue, RowBatches } from './table.ts'

/** Text that spreadsheets read as a formula; some of them also after blanks. */
const looksLikeFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const needsQuotes = /[",\r\n]/

const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** An instant in the time of Mexico City: `15/12/2026 14:05`. */
export function instantText(instant: string): string {
  const [day = '', time = ''] = new Date(localClockMs(instant)).toISOString().split('T')
  return `${formatDate(day)} ${time.slice(0, 5)}`
}

function fieldOf(kind: ExportKind, value: ExportValue): string {
  if (value === null) return ''
  if (typeof value === 'number') {
    if (kind === 'money') return pesos(value).toFixed(2)
    return kind === 'rate' ? formatRate(value).replace(' ', '') : String(value)
  }
  if (kind === 'day') return formatDate(value)
  if (kind === 'instant') return instantText(value)
  return quoted(looksLikeFormula.test(value) ? `'${value}` : value)
}

const lineOf = (fields: readonly string[]) => `${fields.join(',')}\r\n`

/**
 * Writes a table as CSV (RFC 4180) in UTF-8 with a byte order mark, which Excel needs to read accents. An apostrophe
 * precedes text that a spreadsheet would read as a formula. Amounts are pesos with two decimals.
 */
export async function* writeCsv<Row>({ columns }: ExportTable<Row>, batches: RowBatches<Row>) {
  yield `\uFEFF${lineOf(columns.map(({ header }) => quoted(header)))}`
  for await (const rows of batches)
    yield rows.map((row) => lineOf(columns.map(({ kind, of }) => fieldOf(kind, of(row))))).join('')
}
