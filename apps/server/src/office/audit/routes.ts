import { auditQuery, auditRow, chainCheck } from '@quincena/domain/audit/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { requestChainCheck } from '../../platform/audit/commands/check-audit.ts'
import { readChainCheck } from '../../platform/audit/queries/chain.ts'
import { listAudit } from './queries.ts'

/** Routes of the audit trail and of the check that its rows were not changed. */
export function auditRoutes(app: App, deps: Deps) {
  const tags = ['audit']
  app.get(
    '/audit',
    allow('admin', { tags, querystring: auditQuery, response: { 200: pageOf(auditRow) } }),
    async (request) => {
      const list = await deps.reads.run(request.signedIn, (db) => listAudit(db, request.query))
      return pageAnswer(request, list)
    },
  )
  app.get('/audit/chain', allow('admin', { tags, response: { 200: chainCheck } }), () =>
    readChainCheck(deps.db),
  )
  app.post('/audit/chain', allow('admin', { tags, response: { 200: chainCheck } }), () =>
    requestChainCheck(deps),
  )
}
