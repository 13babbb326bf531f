import { diagnosticCheck, diagnosticPart, diagnostics } from '@quincena/domain/diagnostics/schema'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { createDiagnosis, describeServer } from '../queries/diagnose.ts'

/** Routes of Diagnostics: the server's description, and a health check of one part, run by an admin. */
export function diagnosticsRoutes(app: App, deps: Deps) {
  const tags = ['process']
  const diagnose = createDiagnosis(deps)
  app.get('/diagnostics', allow('admin', { tags, response: { 200: diagnostics } }), async () =>
    describeServer(deps),
  )
  app.post(
    '/diagnostics/:part',
    allow('admin', { tags, params: z.object({ part: diagnosticPart }), response: { 200: diagnosticCheck } }),
    (request) => diagnose(contextOf(request), request.params.part),
  )
}
