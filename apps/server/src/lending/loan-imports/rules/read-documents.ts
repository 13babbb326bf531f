import { inflateRawSync } from 'node:zlib'
import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import { LOAN_DOCUMENTS_LIMIT, LOAN_FILE_LIMIT_BYTES } from '@quincena/domain/loan-imports/schema'
import { AppError } from '../../../command/errors.ts'
import { type ZipEntry, zipEntries, zipProblem } from '../../../spreadsheets/zip-check.ts'

/** A PDF of an upload: its name, and the former id that the name states. */
export interface UploadedPdf {
  name: string
  former_id: string
  bytes: Uint8Array
}

const INFLATED_LIMIT_BYTES = 8 * LOAN_FILE_LIMIT_BYTES
const STORED = 0

const startsWith = (bytes: Buffer, mark: string) =>
  bytes.subarray(0, mark.length).equals(Buffer.from(mark, 'latin1'))

function refuse(code: 'loan_import.not_zip' | 'loan_import.too_many_files'): never {
  throw new AppError(code, 422, { fields: { file: code } })
}

/** The name of a file without its folders and its ending. */
const formerIdOf = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').replace(/\.pdf$/i, '').trim()

function inflate(bytes: Buffer, { start, stored_bytes, method }: ZipEntry): Uint8Array {
  const part = bytes.subarray(start, start + stored_bytes)
  return method === STORED ? part : inflateRawSync(part, { maxOutputLength: INFLATED_LIMIT_BYTES })
}

/** Folders, and what macOS adds to a zip. */
const isNoFile = ({ name }: ZipEntry) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store)/.test(name)

/**
 * The PDFs of an upload: those of a zip, or the file itself. Their content is checked later. Throws `loan_import.not_zip`
 * and `loan_import.too_many_files` (422).
 */
export async function readDocuments({
  name,
  bytes,
}: {
  name: string
  bytes: Buffer
}): Promise<UploadedPdf[]> {
  if (startsWith(bytes, '%PDF-')) return [{ name, former_id: formerIdOf(name), bytes }]
  if (!startsWith(bytes, 'PK\u0003\u0004')) refuse('loan_import.not_zip')
  const entries = await zipEntries(bytes, 2 * LOAN_DOCUMENTS_LIMIT)
  if (entries === null) refuse('loan_import.not_zip')
  const files = entries.filter((entry) => !isNoFile(entry))
  const isLarge = files.some(({ declared_bytes }) => declared_bytes > DOCUMENT_LIMIT_BYTES)
  if (files.length > LOAN_DOCUMENTS_LIMIT || isLarge) refuse('loan_import.too_many_files')
  const problem = await zipProblem(bytes, entries, INFLATED_LIMIT_BYTES)
  if (problem === 'inflates') refuse('loan_import.too_many_files')
  if (problem !== null || files.length === 0) refuse('loan_import.not_zip')
  return files.map((entry) => ({
    ...{ name: entry.name, former_id: formerIdOf(entry.name), bytes: inflate(bytes, entry) },
  }))
}
