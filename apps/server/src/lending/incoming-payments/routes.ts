import { dismissBody, incomingPayment, incomingPaymentQuery } from '@quincena/domain/incoming-payments/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import {
  dismissIncomingPayment,
  reopenIncomingPayment,
} from '../../treasury/incoming-payments/commands/dismiss-incoming-payment.ts'
import { getIncomingPayment, listIncomingPayments } from './queries/incoming-payments.ts'

const tags = ['stp']

/**
 * Registers the routes of incoming payments. Staff confirm one by registering a payment, see the routes of payments.
 */
export function incomingPaymentRoutes(app: App, deps: Deps) {
  app.get(
    '/stp/incoming-payments',
    allow('staff', { tags, querystring: incomingPaymentQuery, response: { 200: pageOf(incomingPayment) } }),
    async (request) => pageAnswer(request, await listIncomingPayments(deps.db, request.query)),
  )

  app.get(
    '/stp/incoming-payments/:id',
    allow('staff', { tags, params: idParams, response: { 200: incomingPayment } }),
    (request) => getIncomingPayment(deps.db, request.params.id),
  )

  app.post(
    '/stp/incoming-payments/:id/dismiss',
    allow('staff', { tags, params: idParams, body: dismissBody, response: { 200: incomingPayment } }),
    async (request) => {
      const { id } = request.params
      await dismissIncomingPayment(deps, contextOf(request), { id, reason: request.body.reason })
      return getIncomingPayment(deps.db, id)
    },
  )

  app.post(
    '/stp/incoming-payments/:id/reopen',
    allow('staff', { tags, params: idParams, response: { 200: incomingPayment } }),
    async (request) => {
      await reopenIncomingPayment(deps, contextOf(request), request.params.id)
      return getIncomingPayment(deps.db, request.params.id)
    },
  )
}
