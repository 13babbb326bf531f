import { pageOf } from '@quincena/domain/page'
import {
  balanceMovement,
  balanceSummary,
  movementQuery,
  receivableBody,
  workerBalance,
  workerBalanceQuery,
  workerBalanceRow,
} from '@quincena/domain/worker-balances/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { payReceivable } from '../worker-accounts/commands/pay-receivable.ts'
import { getWorkerBalance, listMovements } from './queries/worker-balance.ts'
import { getBalanceSummary, listBalances } from './queries/worker-balances.ts'

const tags = ['treasury']

/** Registers the routes of workers' balances, and of what workers owe apart from their loans. */
export function workerBalanceRoutes(app: App, deps: Deps) {
  app.get(
    '/treasury/balances/:id',
    allow('any', { tags, params: idParams, response: { 200: workerBalance } }),
    (request) => getWorkerBalance(deps.db, contextOf(request).user, request.params.id),
  )

  app.get(
    '/treasury/balances/:id/movements',
    allow('any', {
      ...{ tags, params: idParams, querystring: movementQuery },
      response: { 200: pageOf(balanceMovement) },
    }),
    async (request) => {
      const input = { ...request.query, user_id: request.params.id }
      return pageAnswer(request, await listMovements(deps.db, contextOf(request).user, input))
    },
  )

  app.post(
    '/treasury/balances/:id/pay-receivable',
    allow(
      'staff',
      { tags, params: idParams, body: receivableBody, response: { 200: workerBalance } },
      { idempotency: 'kept', factor: 'shift' },
    ),
    async (request) => {
      const user_id = request.params.id
      await payReceivable(deps, contextOf(request), { user_id, amount: request.body.amount })
      return getWorkerBalance(deps.db, contextOf(request).user, user_id)
    },
  )

  app.get(
    '/treasury/balances',
    allow('staff', { tags, querystring: workerBalanceQuery, response: { 200: pageOf(workerBalanceRow) } }),
    async (request) =>
      pageAnswer(request, await listBalances(deps.db, contextOf(request).user, request.query)),
  )

  app.get('/treasury/balances/summary', allow('staff', { tags, response: { 200: balanceSummary } }), () =>
    getBalanceSummary(deps.db),
  )
}
