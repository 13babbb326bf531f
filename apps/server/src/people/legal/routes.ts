import { consent, consentsBody, legalDocument, legalDocumentName } from '@quincena/domain/legal/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { giveConsents } from './commands.ts'
import { getLegalDocument } from './queries.ts'

export function legalRoutes(app: App, deps: Deps) {
  app.route({
    method: 'GET',
    url: '/legal/:document',
    config: { access: 'public' },
    schema: {
      tags: ['legal'],
      params: z.object({ document: legalDocumentName }),
      response: { 200: legalDocument },
    },
    handler: ({ params }) => getLegalDocument(deps.env.lender, params.document),
  })

  app.route({
    method: 'POST',
    url: '/auth/consents',
    config: { access: 'any' },
    schema: {
      tags: ['legal'],
      body: consentsBody,
      response: { 200: z.object({ consents: z.array(consent) }) },
    },
    handler: (request) => giveConsents(deps, contextOf(request), request.body.consents),
  })
}
