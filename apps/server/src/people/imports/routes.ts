import { createHash } from 'node:crypto'
import {
  IMPORT_FILE_LIMIT_BYTES,
  type ImportKind,
  importJob,
  importListItem,
  importQuery,
  type UploadAnswer,
  uploadAnswer,
  uploadQuery,
} from '@quincena/domain/imports/schema'
import { pageOf } from '@quincena/domain/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { createWorkbookSender } from '../../spreadsheets/export/send-book.ts'
import { spreadsheetType } from '../../spreadsheets/spreadsheet.ts'
import { createConcurrencyLimit } from '../../workers/concurrency-limit.ts'
import { downloadRejected } from './commands/download-rejected.ts'
import { startImport } from './commands/start-import.ts'
import { writeRejected } from './presenters.ts'
import { companyNamed, getImport, listImports, templateFile } from './queries/imports.ts'
import { previewFile } from './queries/preview.ts'
import { checkSpreadsheet } from './rules/check-file.ts'
import { readSpreadsheet } from './rules/read-spreadsheet.ts'

interface Upload {
  kind: ImportKind
  company_id: number | null
  name: string
  bytes: Buffer
}

async function readUpload(deps: Deps, request: FastifyRequest, kind: ImportKind): Promise<Upload> {
  const { fields, file } = await readParts(deps, request, IMPORT_FILE_LIMIT_BYTES)
  const company_id = kind === 'users' ? await companyNamed(deps.db, fields.company_name) : null
  if (file === undefined)
    throw new AppError('import.file_missing', 422, { fields: { excel_file: 'import.file_missing' } })
  if (file.is_cut) throw new AppError('import.too_large', 413)
  return { kind, company_id, name: file.name, bytes: file.bytes }
}

async function acceptUpload(
  deps: Deps,
  context: CommandContext,
  { upload, is_preview, signal }: { upload: Upload; is_preview: boolean; signal: AbortSignal },
): Promise<UploadAnswer> {
  const { kind, company_id, name, bytes } = upload
  await checkSpreadsheet({ name, bytes })
  const file_sha256 = createHash('sha256').update(bytes).digest()
  return readSpreadsheet({ kind, bytes }, signal, async (file) => {
    if (is_preview) {
      const preview = await previewFile(deps.db, file, { user: context.user, company_id })
      return { ok: true, message: 'Revisa el archivo antes de subirlo.', job: null, preview }
    }
    if (context.idempotency !== undefined) context.idempotency.body_sha256 = file_sha256
    const { job } = await startImport(deps, context, {
      ...{ kind, company_id, file, file_sha256 },
      file_name: name.slice(-200),
    })
    return { ok: true, message: 'Recibimos el archivo. Estamos procesando sus filas.', job }
  })
}

/** Turns the refusal of a file into a response with the reason to show; other errors are thrown again. */
function refusalOf(error: unknown): UploadAnswer {
  if (!(error instanceof AppError) || !error.code.startsWith('import.') || error.errors !== undefined)
    throw error
  if (error.code === 'import.busy') throw error
  return { ok: false, error: error.detail }
}

function uploadHandler(deps: Deps, kind: ImportKind, inPlace: ReturnType<typeof createConcurrencyLimit>) {
  return async (
    request: FastifyRequest<{ Querystring: z.output<typeof uploadQuery> }>,
    reply: FastifyReply,
  ): Promise<UploadAnswer> => {
    const context = contextOf(request)
    const is_preview = ['1', 'true'].includes(request.query.preview ?? '0')
    const signal = disconnectSignal(reply)
    try {
      return await inPlace(async () => {
        const upload = await readUpload(deps, request, kind)
        return acceptUpload(deps, context, { upload, is_preview, signal })
      })
    } catch (error) {
      return refusalOf(error)
    }
  }
}

function sendFile(reply: FastifyReply, name: string, bytes: Uint8Array) {
  return reply
    .type(spreadsheetType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(bytes)
}

/**
 * Routes of imports of workers and companies from spreadsheets: preview, upload, result, rejected rows and templates.
 */
export function importRoutes(app: App, deps: Deps): void {
  const tags = ['imports']
  const inPlace = createConcurrencyLimit()
  const sendBook = createWorkbookSender(deps)
  const consumes = ['multipart/form-data']
  app.post(
    '/auth/upload-users',
    allow('staff', { tags, consumes, querystring: uploadQuery, response: { 200: uploadAnswer } }),
    uploadHandler(deps, 'users', inPlace),
  )
  app.post(
    '/company/upload-company',
    allow('admin', { tags, consumes, querystring: uploadQuery, response: { 200: uploadAnswer } }),
    uploadHandler(deps, 'companies', inPlace),
  )
  app.get(
    '/imports',
    allow('staff', { tags, querystring: importQuery, response: { 200: pageOf(importListItem) } }),
    async (request) => pageAnswer(request, await listImports(deps.db, contextOf(request), request.query)),
  )
  app.get(
    '/imports/:id',
    allow('staff', { tags, params: idParams, response: { 200: importJob } }),
    (request) => getImport(deps.db, contextOf(request), request.params.id),
  )
  app.get(
    '/imports/:id/rejected.xlsx',
    allow('staff', { tags, params: idParams }),
    async (request, reply) => {
      const { id } = request.params
      return sendBook(reply, {
        name: `filas-rechazadas-${id}`,
        write: async (snapshot) =>
          writeRejected(snapshot, await downloadRejected(deps, contextOf(request), id)),
      })
    },
  )
  app.get(
    '/imports/template/:kind',
    allow('staff', { tags, params: z.object({ kind: z.enum(['users', 'company']) }) }),
    ({ params }, reply) =>
      params.kind === 'users'
        ? sendFile(reply, 'plantilla-usuarios.xlsx', templateFile('users'))
        : sendFile(reply, 'plantilla-empresas.xlsx', templateFile('companies')),
  )
}
