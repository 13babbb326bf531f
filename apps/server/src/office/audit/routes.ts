import { auditQuery, auditRow, chainCheck } from '@quincena/domain/audit/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { requestChainCheck } from '../../platform/audit/commands/check-audit.ts'
import { readChainCheck } from '../../platform/audit/rules.ts'
import { listAudit } from './queries.ts'

/** Routes of the audit trail and of the check that its rows were not changed. */
export function auditRoutes(app: App, deps: Deps) {
  const tags = ['audit']
  app.route({
    method: 'GET',
    url: '/audit',
    config: { access: 'admin' },
    schema: { tags, querystring: auditQuery, response: { 200: pageOf(auditRow) } },
    handler: async (request) => pageAnswer(request, request.query, await listAudit(deps.db, request.query)),
  })
  app.route({
    method: 'GET',
    url: '/audit/chain',
    config: { access: 'admin' },
    schema: { tags, response: { 200: chainCheck } },
    handler: () => readChainCheck(deps.db),
  })
  app.route({
    method: 'POST',
    url: '/audit/chain',
    config: { access: 'admin' },
    schema: { tags, response: { 200: chainCheck } },
    handler: () => requestChainCheck(deps),
  })
}
