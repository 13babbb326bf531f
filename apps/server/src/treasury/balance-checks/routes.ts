import { pageOf } from '@quincena/domain/page'
import {
  balanceCase,
  balanceCaseDetail,
  balanceCasesQuery,
  balanceCheck,
  balanceChecksQuery,
  balanceState,
} from '@quincena/domain/treasury/balance-check-schema'
import { ownerBody } from '@quincena/domain/treasury/owner'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { giveCaseOwner } from './commands/give-owner.ts'
import { getCase, listCases, listChecks, readBalanceState } from './queries/balance-state.ts'

const tags = ['treasury']

/** Registers the routes of the checks of STP's balance and of the differences that last. */
export function balanceCheckRoutes(app: App, deps: Deps) {
  app.get('/treasury/balance', allow('staff', { tags, response: { 200: balanceState } }), () =>
    readBalanceState(deps.db, deps.env.stp.payer_account),
  )

  app.get(
    '/treasury/balance/checks',
    allow('staff', { tags, querystring: balanceChecksQuery, response: { 200: pageOf(balanceCheck) } }),
    async (request) => pageAnswer(request, await listChecks(deps.db, request.query)),
  )

  app.get(
    '/treasury/balance-cases',
    allow('staff', { tags, querystring: balanceCasesQuery, response: { 200: pageOf(balanceCase) } }),
    async (request) => pageAnswer(request, await listCases(deps.db, request.query)),
  )

  app.get(
    '/treasury/balance-cases/:id',
    allow('staff', { tags, params: idParams, response: { 200: balanceCaseDetail } }),
    (request) => getCase(deps.db, request.params.id),
  )

  app.put(
    '/treasury/balance-cases/:id/owner',
    allow('staff', { tags, params: idParams, body: ownerBody, response: { 200: balanceCaseDetail } }),
    async (request) => {
      const input = { ...request.body, id: request.params.id }
      const { id } = await giveCaseOwner(deps, contextOf(request), input)
      return getCase(deps.db, id)
    },
  )
}
