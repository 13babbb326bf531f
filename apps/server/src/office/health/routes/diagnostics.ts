import { diagnosticCheck, diagnosticPart, diagnostics } from '@quincena/domain/diagnostics/schema'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { createDiagnosis, describeServer } from '../queries/diagnose.ts'

/** Routes of Diagnostics: the server's description, and a health check of one part, run by an admin. */
export function diagnosticsRoutes(app: App, deps: Deps) {
  const tags = ['process']
  const diagnose = createDiagnosis(deps)
  app.route({
    method: 'GET',
    url: '/diagnostics',
    config: { access: 'admin' },
    schema: { tags, response: { 200: diagnostics } },
    handler: async () => describeServer(deps),
  })
  app.route({
    method: 'POST',
    url: '/diagnostics/:part',
    config: { access: 'admin' },
    schema: { tags, params: z.object({ part: diagnosticPart }), response: { 200: diagnosticCheck } },
    handler: (request) => diagnose(contextOf(request), request.params.part),
  })
}
