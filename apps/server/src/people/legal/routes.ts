import { consent, consentsBody, legalDocument, legalDocumentName } from '@quincena/domain/legal/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { giveConsents } from './commands.ts'
import { getLegalDocument } from './queries.ts'

export function legalRoutes(app: App, deps: Deps) {
  app.get(
    '/legal/:document',
    allow('public', {
      tags: ['legal'],
      params: z.object({ document: legalDocumentName }),
      response: { 200: legalDocument },
    }),
    ({ params }) => getLegalDocument(deps.env.lender, params.document),
  )

  app.post(
    '/auth/consents',
    allow('any', {
      tags: ['legal'],
      body: consentsBody,
      response: { 200: z.object({ consents: z.array(consent) }) },
    }),
    (request) => giveConsents(deps, contextOf(request), request.body.consents),
  )
}
