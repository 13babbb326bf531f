import { createHash } from 'node:crypto'
import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import { documentUpload } from '@quincena/domain/documents/schema'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { Upload } from './commands.ts'

/** True where the content, not the name, is that of a PDF. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

interface Parts {
  fields: Record<string, string>
  file: { name: string; bytes: Buffer } | undefined
}

/** A file over the limit comes cut, and says so: the answer is ours to give. */
const partOptions = { throwFileSizeLimit: false, limits: { fileSize: DOCUMENT_LIMIT_BYTES } }

async function readParts(request: FastifyRequest): Promise<Parts> {
  if (!request.isMultipart()) throw new AppError('request.wrong_type', 415)
  const parts: Parts = { fields: {}, file: undefined }
  for await (const part of request.parts(partOptions)) {
    if (part.type === 'field') {
      parts.fields[part.fieldname] = String(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk)
    if (part.file.truncated)
      throw new AppError('document.too_large', 413, { fields: { file: 'document.too_large' } })
    parts.file = { name: part.filename, bytes: Buffer.concat(chunks) }
  }
  return parts
}

function parseFields(fields: Record<string, string>) {
  const { success, data, error } = documentUpload.safeParse(fields)
  if (success) return data
  const wrong = error.issues.map(({ path }) => path[0])
  const kindUnknown = wrong.includes('filename')
  throw new AppError(kindUnknown ? 'document.kind_unknown' : 'request.invalid', 422, {
    fields: Object.fromEntries(
      wrong.map((name) => [String(name), name === 'filename' ? 'document.kind_unknown' : 'request.invalid']),
    ),
  })
}

/**
 * Reads `POST /documents/`: a PDF by its content, at most 10 MB, and the fields beside it, in any order. Throws
 * `document.too_large` (413), `document.not_pdf` (415), `document.file_missing` and `document.kind_unknown` (422).
 */
export async function readUpload(request: FastifyRequest): Promise<{ upload: Upload; body_sha256: Buffer }> {
  const { fields, file } = await readParts(request)
  const { filename, user, loan } = parseFields(fields)
  if (file === undefined)
    throw new AppError('document.file_missing', 422, { fields: { file: 'document.file_missing' } })
  if (!isPdf(file.bytes)) {
    const detail = `El archivo seleccionado no es un PDF: ${file.name}`
    throw new AppError('document.not_pdf', 415, { detail, fields: { file: 'document.not_pdf' } })
  }
  const body_sha256 = createHash('sha256')
    .update(JSON.stringify({ filename, user, loan }))
    .update(file.bytes)
    .digest()
  return { upload: { kind: filename, user, loan: loan ?? null, bytes: file.bytes }, body_sha256 }
}
