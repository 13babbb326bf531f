import { approvalRequested } from '@quincena/domain/approvals/schema'
import {
  chargeBody,
  creditBody,
  dismissBody,
  incomingPayment,
  incomingPaymentQuery,
  returnBody,
  suggestions,
  undoCreditBody,
} from '@quincena/domain/incoming-payments/schema'
import { pageOf } from '@quincena/domain/page'
import { ownerBody } from '@quincena/domain/treasury/owner'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { creditWorker, undoCredit } from '../../treasury/incoming-payments/commands/credit-worker.ts'
import {
  dismissIncomingPayment,
  reopenIncomingPayment,
} from '../../treasury/incoming-payments/commands/dismiss-incoming-payment.ts'
import { giveOwner } from '../../treasury/incoming-payments/commands/give-owner.ts'
import { requestReturn } from '../../treasury/returns/commands/request-return.ts'
import { requestCharge } from '../../treasury/suspense-charges/commands/request-charge.ts'
import { getIncomingPayment, listIncomingPayments } from './queries/incoming-payments.ts'
import { suggestUses } from './queries/suggestions.ts'

const tags = ['stp']
const response = { 200: incomingPayment }
/** One incoming payment shows the payer's whole account. */
const rules = { views: 'incoming_payment' } as const

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/stp/incoming-payments',
    allow('staff', { tags, querystring: incomingPaymentQuery, response: { 200: pageOf(incomingPayment) } }),
    async (request) => {
      const query = { ...request.query, user_id: contextOf(request).user.id }
      return pageAnswer(request, await listIncomingPayments(deps.db, query))
    },
  )

  app.get(
    '/stp/incoming-payments/:id',
    allow('staff', { tags, params: idParams, response }, rules),
    (request) => getIncomingPayment(deps.db, request.params.id),
  )

  app.get(
    '/stp/incoming-payments/:id/suggestions',
    allow('staff', { tags, params: idParams, response: { 200: suggestions } }),
    (request) => suggestUses(deps.db, request.params.id),
  )
}

function decisionRoutes(app: App, deps: Deps) {
  app.put(
    '/stp/incoming-payments/:id/owner',
    allow('staff', { tags, params: idParams, body: ownerBody, response }, rules),
    async (request) => {
      const { id } = request.params
      await giveOwner(deps, contextOf(request), { id, owner_id: request.body.owner_id })
      return getIncomingPayment(deps.db, id)
    },
  )

  app.post(
    '/stp/incoming-payments/:id/return',
    allow(
      'staff',
      { tags, params: idParams, body: returnBody, response: { 202: approvalRequested } },
      { factor: 'recent' },
    ),
    (request) =>
      requestReturn(deps, contextOf(request), { id: request.params.id, reason: request.body.reason }),
  )

  app.post(
    '/stp/incoming-payments/:id/charge',
    allow(
      'staff',
      { tags, params: idParams, body: chargeBody, response: { 202: approvalRequested } },
      { factor: 'recent' },
    ),
    (request) => {
      const { params, body } = request
      return requestCharge(deps, contextOf(request), { incoming_payment_id: params.id, body })
    },
  )

  app.post(
    '/stp/incoming-payments/:id/dismiss',
    allow('staff', { tags, params: idParams, body: dismissBody, response }, rules),
    async (request) => {
      const { id } = request.params
      await dismissIncomingPayment(deps, contextOf(request), { id, reason: request.body.reason })
      return getIncomingPayment(deps.db, id)
    },
  )

  app.post(
    '/stp/incoming-payments/:id/reopen',
    allow('staff', { tags, params: idParams, response }, rules),
    async (request) => {
      await reopenIncomingPayment(deps, contextOf(request), request.params.id)
      return getIncomingPayment(deps.db, request.params.id)
    },
  )
}

/**
 * Registers the routes of incoming payments. Staff confirm one by registering a payment, see the routes of payments.
 */
export function incomingPaymentRoutes(app: App, deps: Deps) {
  readRoutes(app, deps)
  decisionRoutes(app, deps)

  app.post(
    '/stp/incoming-payments/:id/credit',
    allow(
      'staff',
      { tags, params: idParams, body: creditBody, response: { 201: incomingPayment } },
      { ...rules, idempotency: 'kept', factor: 'shift' },
    ),
    async (request) => {
      const { id } = request.params
      await creditWorker(deps, contextOf(request), { id, body: request.body })
      return getIncomingPayment(deps.db, id)
    },
  )

  app.post(
    '/stp/incoming-payments/credits/:id/undo',
    allow(
      'admin',
      { tags, params: idParams, body: undoCreditBody, response },
      { ...rules, factor: 'recent' },
    ),
    async (request) => {
      const input = { credit_id: request.params.id, reason: request.body.reason }
      const { incoming_payment_id } = await undoCredit(deps, contextOf(request), input)
      return getIncomingPayment(deps.db, incoming_payment_id)
    },
  )
}
