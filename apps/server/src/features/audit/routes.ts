import { auditQuery, auditRow } from '@quincena/domain/audit/schema'
import { pageOf } from '@quincena/domain/page'
import type { App } from '../../lib/access.ts'
import type { Deps } from '../../lib/deps.ts'
import { pageAnswer } from '../../lib/pagination.ts'
import { listAudit } from './queries.ts'

/** The audit trail. */
export function auditRoutes(app: App, deps: Deps) {
  app.route({
    method: 'GET',
    url: '/audit',
    config: { access: 'admin' },
    schema: { tags: ['audit'], querystring: auditQuery, response: { 200: pageOf(auditRow) } },
    handler: async (request) => pageAnswer(request, request.query, await listAudit(deps, request.query)),
  })
}
