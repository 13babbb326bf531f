import { createHash } from 'node:crypto'
import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import { documentUpload } from '@quincena/domain/documents/schema'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import { readParts } from '../../../http/multipart.ts'
import { requireReadablePdf } from '../../../pdf/check-pdf.ts'
import type { Upload } from '../commands.ts'

/** True if the content, not the name, is a PDF. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

function parseFields(fields: Record<string, string>) {
  const { success, data, error } = documentUpload.safeParse(fields)
  if (success) return data
  const texts = z.flattenError(error).fieldErrors
  throw new AppError('filename' in texts ? 'document.kind_unknown' : 'request.invalid', 422, { texts })
}

/**
 * Reads `POST /documents/`: a PDF by its content, at most 10 MB, and the form's fields in any order. Throws
 * `document.too_large` (413), `document.not_pdf` (415), `document.file_missing` and `document.kind_unknown` (422), and
 * as `requireReadablePdf`.
 */
export async function readUpload(
  request: FastifyRequest,
  caller: { user_id: number; disconnected: AbortSignal },
): Promise<{ upload: Upload; body_sha256: Buffer }> {
  const { fields, file } = await readParts(request, DOCUMENT_LIMIT_BYTES)
  if (file?.is_cut === true)
    throw new AppError('document.too_large', 413, { fields: { file: 'document.too_large' } })
  const { filename, user, loan } = parseFields(fields)
  if (file === undefined)
    throw new AppError('document.file_missing', 422, { fields: { file: 'document.file_missing' } })
  if (!isPdf(file.bytes)) {
    const detail = `El archivo seleccionado no es un PDF: ${file.name}`
    throw new AppError('document.not_pdf', 415, { detail, fields: { file: 'document.not_pdf' } })
  }
  await requireReadablePdf(file.bytes, caller)
  const body_sha256 = createHash('sha256')
    .update(JSON.stringify({ filename, user, loan }))
    .update(file.bytes)
    .digest()
  return { upload: { kind: filename, user, loan: loan ?? null, bytes: file.bytes }, body_sha256 }
}
