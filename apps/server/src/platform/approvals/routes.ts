import { approval, approvalQuery, approvalSummary, refusalBody } from '@quincena/domain/approvals/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { approveRequest, refuseRequest, withdrawRequest } from './commands/decide-approval.ts'
import { getApproval, getApprovalSummary, listApprovals } from './queries.ts'

const tags = ['approvals']
const response = { 200: approval }

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/approvals',
    allow('any', { tags, querystring: approvalQuery, response: { 200: pageOf(approval) } }),
    async (request) =>
      pageAnswer(request, await listApprovals(deps.db, contextOf(request).user, request.query)),
  )

  app.get('/approvals/summary', allow('staff', { tags, response: { 200: approvalSummary } }), (request) =>
    getApprovalSummary(deps.db, contextOf(request).user),
  )

  app.get('/approvals/:id', allow('any', { tags, params: idParams, response }), (request) =>
    getApproval(deps.db, contextOf(request).user, request.params.id),
  )
}

function decisionRoutes(app: App, deps: Deps) {
  app.post(
    '/approvals/:id/approve',
    allow('staff', { tags, params: idParams, response }, { factor: 'recent' }),
    async (request) => {
      const context = contextOf(request)
      await approveRequest(deps, context, request.params.id)
      return getApproval(deps.db, context.user, request.params.id)
    },
  )

  app.post(
    '/approvals/:id/refuse',
    allow('staff', { tags, params: idParams, body: refusalBody, response }),
    async (request) => {
      const context = contextOf(request)
      await refuseRequest(deps, context, { id: request.params.id, reason: request.body.reason })
      return getApproval(deps.db, context.user, request.params.id)
    },
  )

  app.post('/approvals/:id/withdraw', allow('any', { tags, params: idParams, response }), async (request) => {
    const context = contextOf(request)
    await withdrawRequest(deps, context, request.params.id)
    return getApproval(deps.db, context.user, request.params.id)
  })
}

/** Registers the routes of approvals: commands that wait for a second person. */
export function approvalRoutes(app: App, deps: Deps) {
  readRoutes(app, deps)
  decisionRoutes(app, deps)
}
