/** The separators of the files that banks write. */
const SEPARATORS = [',', ';', '\t', '|'] as const

/** Reads the text of a file in UTF-8 or UTF-16 with its mark, in UTF-8 without one, or else in Windows' Latin 1. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first lines have most often outside of quotes. */
function separatorOf(text: string): string {
  const start = text.slice(0, 20_000).replace(/"[^"]*"/g, '')
  const count = (separator: string) => start.split(separator).length
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** A row of a CSV file. `is_cut` says that the file has more rows than the limit. */
export interface ReadCsv {
  rows: string[][]
  is_cut: boolean
}

/** Collects fields and rows while the text is read character by character. */
class Rows {
  readonly rows: string[][] = []
  private row: string[] = []
  private readonly columns_limit: number

  constructor(columns_limit: number) {
    this.columns_limit = columns_limit
  }

  endField(field: string) {
    if (this.row.length < this.columns_limit) this.row.push(field)
  }

  endRow(field: string) {
    this.endField(field)
    this.rows.push(this.row)
    this.row = []
  }
}

/** The end of a quoted field that begins at `from`, and its text with doubled quotes as one. */
function quotedField(text: string, from: number): { field: string; end: number } {
  let end = text.indexOf('"', from)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  const stop = end === -1 ? text.length : end
  return { field: text.slice(from, stop).replaceAll('""', '"'), end: stop + 1 }
}

/** The field that begins at `at`, and where its separator or end of line stands. */
function fieldAt(text: string, at: number, ends: RegExp): { field: string; stop: number } {
  const { field: quoted, end } = text[at] === '"' ? quotedField(text, at + 1) : { field: '', end: at }
  ends.lastIndex = end
  const stop = ends.exec(text)?.index ?? text.length
  return { field: quoted + text.slice(end, stop), stop }
}

/**
 * Reads a CSV file (RFC 4180) in any of the usual encodings and separators, up to a limit of rows and columns. It never
 * fails: a quote without its end takes the rest. It blocks; call it in a worker thread.
 */
export function readCsv(
  bytes: Uint8Array,
  { rows_limit, columns_limit }: { rows_limit: number; columns_limit: number },
): ReadCsv {
  // Control characters are never data, and PostgreSQL cannot store NUL.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex removes them
  const text = decode(bytes).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufeff]/g, '')
  const separator = separatorOf(text)
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g')
  const found = new Rows(columns_limit)
  let at = 0
  while (at < text.length && found.rows.length <= rows_limit) {
    const { field, stop } = fieldAt(text, at, ends)
    const isInside = text[stop] === separator
    if (isInside) found.endField(field)
    else found.endRow(field)
    at = stop + (text[stop] === '\r' && text[stop + 1] === '\n' ? 2 : 1)
    if (isInside && at === text.length) found.endRow('')
  }
  return { rows: found.rows.slice(0, rows_limit), is_cut: found.rows.length > rows_limit }
}
