import { AppError } from '../../../command/errors.ts'
import { zipEntries, zipProblem } from '../../../spreadsheets/zip-check.ts'

/** Limit of the inflated XML; 50,000 rows of 21 columns take about 50 MB, and as many with long texts three times that. */
const INFLATED_LIMIT_BYTES = 150 * 1024 * 1024
const ENTRIES_LIMIT = 2000

const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/** True if the directory of an old Excel file (.xls) has a stream of this name. */
const hasStream = (bytes: Buffer, name: string) => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'))

function checkOldExcel(bytes: Buffer) {
  // A password-protected .xlsx file is stored inside such a container.
  if (hasStream(bytes, 'EncryptedPackage')) throw new AppError('import.encrypted', 422)
  if (hasStream(bytes, '_VBA_PROJECT_CUR') || hasStream(bytes, '_VBA_PROJECT'))
    throw new AppError('import.macros', 422)
  if (!hasStream(bytes, 'Workbook') && !hasStream(bytes, 'Book')) throw new AppError('import.not_excel', 422)
}

async function checkNewExcel(bytes: Buffer) {
  const entries = await zipEntries(bytes, ENTRIES_LIMIT)
  if (entries === null) throw new AppError('import.not_excel', 422)
  const names = entries.map(({ name }) => name.toLowerCase())
  if (names.some((name) => name.endsWith('vbaproject.bin'))) throw new AppError('import.macros', 422)
  if (!names.some((name) => /^\/?xl\/workbook\.xml$/.test(name))) throw new AppError('import.not_excel', 422)
  const problem = await zipProblem(bytes, entries, INFLATED_LIMIT_BYTES)
  if (problem === 'encrypted') throw new AppError('import.encrypted', 422)
  if (problem === 'inflates') throw new AppError('import.inflates', 422)
  if (problem !== null) throw new AppError('import.not_excel', 422)
}

/**
 * Checks a file before any library reads it: its extension, that its content is Excel, that it has no password or
 * macros, and its inflated size. Throws `import.*` (422).
 */
export async function checkSpreadsheet({ name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  if (!/\.xlsx?$/i.test(name)) throw new AppError('import.wrong_extension', 422)
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) return checkOldExcel(bytes)
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return checkNewExcel(bytes)
  throw new AppError('import.not_excel', 422)
}
