import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { idText } from '@quincena/domain/fields'
import { contractTextName } from '@quincena/domain/texts/content'
import { textPdfBody } from '@quincena/domain/texts/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { pdfRateLimit } from '../../http/route-parts.ts'
import { startVerification } from '../../treasury/verifications/commands/ensure-verification.ts'
import { previewContract } from './commands/preview-contract.ts'
import { showContract } from './commands/show-contract.ts'
import { getContractPayload } from './queries/contracts.ts'

const params = z.object({ id: idText })

/** Registers the route with which admins see a text of contracts as it is printed, before it is published. */
function previewRoutes(app: App, deps: Deps) {
  app.post(
    '/texts/:document/pdf',
    allow(
      'admin',
      { tags: ['texts'], params: z.object({ document: contractTextName }), body: textPdfBody },
      { ...pdfRateLimit, reads: true },
    ),
    async (request, reply) => {
      const bytes = await previewContract(deps, {
        ...{ document: request.params.document, wish: request.body },
        caller: { user_id: contextOf(request).user.id, signal: disconnectSignal(reply) },
      })
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'inline; filename="vista-previa.pdf"',
        })
        .send(Buffer.from(bytes))
    },
  )
}

/** Registers the routes of an offer's contract: its data, and its PDF with the SHA-256 as ETag; and the preview of its text. */
export function contractRoutes(app: App, deps: Deps) {
  previewRoutes(app, deps)
  app.get(
    '/loan/get-loan-contract-payload/:id',
    allow('any', { tags: ['contracts'], params, response: { 200: contractPayload } }, { views: 'loan' }),
    (request) =>
      getContractPayload(deps.db, contextOf(request).user, {
        loan_id: request.params.id,
        lender: deps.brand.current().lender,
        today: businessDay(deps.clock()),
      }),
  )

  app.post(
    '/contract/:id',
    allow('any', { tags: ['contracts'], params }, { ...pdfRateLimit, views: 'loan' }),
    async (request, reply) => {
      const context = contextOf(request)
      if (context.user.user_type === 'U2') await startVerification(deps, context.user.id)
      const { sha256, storage_key } = await showContract(deps, context, {
        loan_id: request.params.id,
        signal: disconnectSignal(reply),
      })
      const bytes = await deps.storage.get(storage_key)
      return reply
        .type('application/pdf')
        .headers({
          etag: `"${sha256}"`,
          'cache-control': 'private, no-store',
          'content-disposition': 'inline; filename="contrato.pdf"',
        })
        .send(Buffer.from(bytes))
    },
  )
}
