import { createHash } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import {
  LOAN_FILE_LIMIT_BYTES,
  type LoanImportForm,
  loanDocumentsAnswer,
  loanDocumentsQuery,
  loanImport,
  loanImportForm,
  loanImportPage,
  loanImportPreview,
  loanImportQuery,
  loanImportRequested,
  reconciledPage,
  reconciledQuery,
} from '@quincena/domain/loan-imports/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { getApproval } from '../../platform/approvals/queries.ts'
import { createWorkbookSender } from '../../spreadsheets/export/send-book.ts'
import { spreadsheetType } from '../../spreadsheets/spreadsheet.ts'
import { createConcurrencyLimit } from '../../workers/concurrency-limit.ts'
import { startLoanImport } from './commands/start-import.ts'
import { storeDocuments } from './commands/store-documents.ts'
import { loanTemplate, writeReconciliation } from './presenters.ts'
import { getLoanImport, listLoanImports, listReconciled } from './queries/imports.ts'
import { previewBook } from './queries/preview.ts'
import { readBook } from './rules/read-book.ts'
import { readDocuments } from './rules/read-documents.ts'

const consumes = ['multipart/form-data']
const tags = ['imports']

/** The file of an upload. Throws `import.file_missing` (422), `import.too_large` (413) at `file`. */
async function readFile(deps: Deps, request: FastifyRequest) {
  const { fields, file } = await readParts(deps, request, LOAN_FILE_LIMIT_BYTES)
  if (file === undefined)
    throw new AppError('import.file_missing', 422, { fields: { file: 'import.file_missing' } })
  if (file.is_cut) throw new AppError('import.too_large', 413, { fields: { file: 'import.too_large' } })
  return { fields, name: file.name.slice(-200), bytes: file.bytes }
}

function parseForm(deps: Deps, fields: Record<string, string>): LoanImportForm {
  const { success, data, error } = loanImportForm.safeParse(fields)
  if (!success) throw new AppError('request.invalid', 422, { texts: z.flattenError(error).fieldErrors })
  if (data.cut_off_day > businessDay(deps.clock()))
    throw new AppError('loan_import.cut_off_future', 422, {
      fields: { cut_off_day: 'loan_import.cut_off_future' },
    })
  return data
}

/** Reads a workbook and the form beside it. Throws `import.*`, `loan_import.*` and `request.invalid` (422). */
async function readUpload(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { fields, name, bytes } = await readFile(deps, request)
  const terms = parseForm(deps, fields)
  return { name, terms, ...(await readBook({ name, bytes }, disconnectSignal(reply))) }
}

function uploadRoutes(app: App, deps: Deps) {
  const inPlace = createConcurrencyLimit()
  app.post(
    '/loan-imports/preview',
    allow('admin', { tags, consumes, response: { 200: loanImportPreview } }),
    (request, reply) =>
      inPlace(async () => {
        const { book, terms } = await readUpload(deps, request, reply)
        return previewBook(deps.db, book, terms)
      }),
  )
  app.post(
    '/loan-imports',
    allow('admin', { tags, consumes, response: { 202: loanImportRequested } }, { factor: 'recent' }),
    (request, reply) =>
      inPlace(async () => {
        const context = contextOf(request)
        const { name, terms, book, sha256: file_sha256 } = await readUpload(deps, request, reply)
        if (context.idempotency !== undefined)
          context.idempotency.body_sha256 = createHash('sha256')
            .update(JSON.stringify(terms))
            .update(file_sha256)
            .digest()
        const start = { file_name: name, file_sha256, terms, book }
        const { loan_import_id, approval_id } = await startLoanImport(deps, context, start)
        return {
          import: await getLoanImport(deps.db, loan_import_id),
          approval: await getApproval(deps.db, context.user, approval_id),
        }
      }),
  )
  app.post(
    '/loan-imports/documents',
    allow('admin', {
      ...{ tags, consumes, querystring: loanDocumentsQuery, response: { 200: loanDocumentsAnswer } },
    }),
    (request, reply) =>
      inPlace(async () => {
        const files = await readDocuments(await readFile(deps, request))
        const is_preview = ['1', 'true'].includes(request.query.preview ?? '0')
        return storeDocuments(deps, contextOf(request), {
          files,
          is_preview,
          signal: disconnectSignal(reply),
        })
      }),
  )
}

/** Routes of the import of a former system's loans: template, preview, request, progress, reconciliation, documents. */
export function loanImportRoutes(app: App, deps: Deps): void {
  const sendBook = createWorkbookSender(deps)
  uploadRoutes(app, deps)
  app.get(
    '/loan-imports',
    allow('admin', { tags, querystring: loanImportQuery, response: { 200: loanImportPage } }),
    async (request) => pageAnswer(request, await listLoanImports(deps.db, request.query)),
  )
  app.get('/loan-imports/template.xlsx', allow('admin', { tags }), (_request, reply) =>
    reply
      .type(spreadsheetType)
      .header('content-disposition', 'attachment; filename="plantilla-prestamos.xlsx"')
      .header('cache-control', 'private, no-store')
      .send(loanTemplate()),
  )
  app.get(
    '/loan-imports/:id',
    allow('admin', { tags, params: idParams, response: { 200: loanImport } }),
    (request) => getLoanImport(deps.db, request.params.id),
  )
  app.get(
    '/loan-imports/:id/loans',
    allow('admin', {
      ...{ tags, params: idParams, querystring: reconciledQuery, response: { 200: reconciledPage } },
    }),
    async (request) => {
      const { id } = await getLoanImport(deps.db, request.params.id)
      return pageAnswer(request, await listReconciled(deps.db, { ...request.query, loan_import_id: id }))
    },
  )
  app.get(
    '/loan-imports/:id/reconciliation.xlsx',
    allow('admin', { tags, params: idParams }),
    async (request, reply) => {
      const { id } = await getLoanImport(deps.db, request.params.id)
      const name = `conciliacion-prestamos-${id}`
      return sendBook(reply, { name, write: (snapshot) => writeReconciliation(snapshot, id) })
    },
  )
}
