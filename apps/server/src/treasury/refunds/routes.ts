import { approvalRequested } from '@quincena/domain/approvals/schema'
import { pageOf } from '@quincena/domain/page'
import { refund, refundBody, refundQuery } from '@quincena/domain/worker-balances/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { requestRefund } from './commands/request-refund.ts'
import { listRefunds } from './queries/refunds.ts'

const tags = ['treasury']

/** Registers the routes of refunds: a request, which another staff member releases, and the list of all. */
export function refundRoutes(app: App, deps: Deps) {
  app.post(
    '/treasury/balances/:id/refund',
    allow(
      'any',
      { tags, params: idParams, body: refundBody, response: { 202: approvalRequested } },
      { idempotency: 'kept', factor: 'recent' },
    ),
    async (request) => {
      const input = { user_id: request.params.id, amount: request.body.amount }
      return { approval: await requestRefund(deps, contextOf(request), input) }
    },
  )

  app.get(
    '/treasury/refunds',
    allow('staff', { tags, querystring: refundQuery, response: { 200: pageOf(refund) } }),
    async (request) =>
      pageAnswer(request, await listRefunds(deps.db, contextOf(request).user, request.query)),
  )
}
