import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx'

interface SheetColumn {
  header: string
  /** In characters. */
  width?: number
}

/** A sheet of text cells to write. */
export interface Sheet {
  /** Cut at 31 characters, the longest name that Excel allows. */
  name: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly string[])[]
}

/** The media type of an .xlsx file. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const usualWidth = 18
const longestName = 31
const asText = '@'

/** A text cell. Excel shows «=1+1», «+52…» and «00123» as they are and never reads them as a formula or a number. */
function textCell(value: string): CellObject {
  return { t: 's', v: value, z: asText }
}

function sheetOf({ columns, rows }: Sheet): WorkSheet {
  const head = columns.map(({ header }) => textCell(header))
  const body = rows.map((row) => row.map(textCell))
  const sheet = utils.aoa_to_sheet([head, ...body])
  sheet['!cols'] = columns.map(({ width = usualWidth }) => ({ wch: width }))
  const last = utils.encode_cell({ r: rows.length, c: Math.max(0, columns.length - 1) })
  sheet['!autofilter'] = { ref: `A1:${last}` }
  return sheet
}

/** Writes sheets as an .xlsx file. Each has a header row with filters, and every cell is text. */
export function writeSpreadsheet(sheets: readonly Sheet[]): Uint8Array {
  const book = utils.book_new()
  for (const sheet of sheets) utils.book_append_sheet(book, sheetOf(sheet), sheet.name.slice(0, longestName))
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }))
}
