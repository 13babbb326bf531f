import type { FastifyRequest } from 'fastify'
import { AppError } from '../command/errors.ts'
import type { Deps } from '../deps.ts'
import { requireStorableTexts } from './ill-formed.ts'
import { requireClean } from './require-clean.ts'

interface Parts {
  fields: Record<string, string>
  file: { field: string; name: string; bytes: Buffer; is_cut: boolean } | undefined
}

async function collect(request: FastifyRequest, limit_bytes: number): Promise<Parts> {
  const parts: Parts = { fields: {}, file: undefined }
  const options = { throwFileSizeLimit: false, limits: { fileSize: limit_bytes } }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') {
      parts.fields[part.fieldname] = String(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk)
    parts.file = {
      field: part.fieldname,
      // A part with a media type is a file, also without a file name.
      name: part.filename || 'archivo',
      bytes: Buffer.concat(chunks),
      is_cut: part.file.truncated,
    }
  }
  return parts
}

/** An error with a status is an exceeded limit and stays as it is; any other means that the form is malformed (400). */
function readingFault(error: unknown): unknown {
  const isLimit = error instanceof Error && 'statusCode' in error
  return isLimit ? error : new AppError('request.unreadable', 400)
}

/**
 * Reads a multipart request with fields and one file; a file over the limit is truncated (`is_cut`). Throws
 * `request.wrong_type` (415) if the body is not multipart, `request.unreadable` (400) if the form lacks its start or
 * end, `request.bad_characters` (422) for a field or file name that cannot be stored, and as `requireClean`.
 */
export async function readParts(deps: Deps, request: FastifyRequest, limit_bytes: number): Promise<Parts> {
  if (!request.isMultipart()) throw new AppError('request.wrong_type', 415)
  const { fields, file } = await collect(request, limit_bytes).catch((error: unknown) => {
    throw readingFault(error)
  })
  requireStorableTexts([fields, file?.name])
  if (file !== undefined && !file.is_cut) await requireClean(deps, file)
  return { fields, file }
}
