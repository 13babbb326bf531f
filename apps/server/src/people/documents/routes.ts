import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import {
  documentQuery,
  documentReviewBody,
  documentRow,
  documentUpload,
} from '@quincena/domain/documents/schema'
import { idText } from '@quincena/domain/fields'
import { pageOf } from '@quincena/domain/page'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { requireReadablePdf } from '../../pdf/check-pdf.ts'
import { reviewDocument, type Upload, uploadDocument } from './commands.ts'
import { findFile, listDocuments } from './queries.ts'
import { readLink, withFile } from './rules/file-links.ts'

/** The browser's own viewer shows the file, without scripts, frames or caching. */
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

/** A PDF opens in the browser; a constancia (time stamp, RFC 3161) is downloaded. */
function contentHeaders({ kind, filename }: { kind: string; filename: string }) {
  const name = filename.replace(/[^\w.-]/g, '_').replace(/\.pdf$/, '')
  return kind === 'constancia'
    ? {
        'content-type': 'application/timestamp-reply',
        'content-disposition': `attachment; filename="${name}"`,
      }
    : { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${name}.pdf"` }
}

/** Uploads per user, in all sessions: a worker needs five and some repeats; staff may upload for many workers. */
const uploadRateLimit = {
  max: (request: FastifyRequest) => (request.signedIn?.user.user_type === 'U2' ? 60 : 600),
  timeWindow: '1 hour',
  keyGenerator: (request: FastifyRequest) => `user ${request.signedIn?.user.id ?? request.ip}`,
}

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
async function readUpload(
  deps: Deps,
  request: FastifyRequest,
  caller: { user_id: number; signal: AbortSignal },
): Promise<Upload> {
  const { fields, file } = await readParts(deps, request, DOCUMENT_LIMIT_BYTES)
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
  return { kind: filename, user, loan: loan ?? null, bytes: file.bytes }
}

export function documentRoutes(app: App, deps: Deps) {
  app.get(
    '/documents/',
    allow(
      'any',
      { tags: ['documents'], querystring: documentQuery, response: { 200: pageOf(documentRow) } },
      { views: 'user' },
    ),
    async (request) => {
      const { user } = contextOf(request)
      const { user__id, loan__id } = request.query
      if (isStaff(user) && user__id === undefined && loan__id === undefined)
        throw new AppError('document.filter_missing', 422, {
          fields: { user__id: 'document.filter_missing' },
        })
      const { count, rows } = await listDocuments(deps.db, user, request.query)
      return pageAnswer(request, { count, rows: rows.map((row) => withFile(deps, request, row)) })
    },
  )

  app.post(
    '/documents/',
    allow(
      'any',
      { tags: ['documents'], consumes: ['multipart/form-data'], response: { 201: documentRow } },
      { rateLimit: uploadRateLimit },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      const caller = { user_id: context.user.id, signal: disconnectSignal(reply) }
      const document = await uploadDocument(deps, context, await readUpload(deps, request, caller))
      return withFile(deps, request, document)
    },
  )

  app.patch(
    '/documents/:id',
    allow('staff', {
      tags: ['documents'],
      params: z.object({ id: idText }),
      body: documentReviewBody,
      response: { 200: documentRow },
    }),
    async (request) => {
      const document = await reviewDocument(deps, contextOf(request), {
        ...request.body,
        id: request.params.id,
      })
      return withFile(deps, request, document)
    },
  )

  // The signature authorizes the request, because a new tab sends no bearer token.
  app.get(
    '/documents/:id/file',
    allow('public', {
      tags: ['documents'],
      params: z.object({ id: z.string().regex(/^[1-9][0-9]{0,14}$/) }),
    }),
    async (request, reply) => {
      const { id } = request.params
      const query = request.url.split('?').slice(1).join('?')
      const link = readLink(deps, { id, query })
      if (link === undefined) throw new AppError('document.link_invalid', 403)
      const file = await findFile(deps.db, Number(id))
      if (file === undefined) throw new AppError('document.not_found', 404)
      if (link.staff_id !== null)
        request.openedFile = { staff_id: link.staff_id, user_id: file.user_id, document: Number(id) }
      return reply
        .headers({ ...fileHeaders, ...contentHeaders(file) })
        .send(Buffer.from(await deps.storage.get(file.storage_key)))
    },
  )
}
