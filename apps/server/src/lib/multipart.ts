import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

interface Parts {
  fields: Record<string, string>
  file: { name: string; bytes: Buffer; is_cut: boolean } | undefined
}

/** Reads a multipart call of fields and one file. A file over the limit comes cut, and says so. Throws 415. */
export async function readParts(request: FastifyRequest, limit_bytes: number): Promise<Parts> {
  if (!request.isMultipart()) throw new AppError('request.wrong_type', 415)
  const parts: Parts = { fields: {}, file: undefined }
  const options = { throwFileSizeLimit: false, limits: { fileSize: limit_bytes } }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') {
      parts.fields[part.fieldname] = String(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk)
    parts.file = { name: part.filename, bytes: Buffer.concat(chunks), is_cut: part.file.truncated }
  }
  return parts
}
