import { businessDay } from '@quincena/domain/dates'
import { arrivedPayoffQuery, confirmBody, incomingPayment } from '@quincena/domain/incoming-payments/schema'
import { pageOf } from '@quincena/domain/page'
import {
  payment,
  paymentBody,
  paymentQuery,
  payoffBody,
  payoffQuote,
  reversalBody,
} from '@quincena/domain/payments/schema'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, leavingOf } from '../../http/request.ts'
import { fewPdfs, idParams } from '../../http/route-parts.ts'
import { getIncomingPayment } from '../incoming-payments/queries/incoming-payments.ts'
import { confirmIncomingPayment } from './commands/confirm-incoming-payment.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { recordPayment } from './commands/record-payment.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { getPayment, listPayments } from './queries/payments.ts'
import { getArrivedPayoff, getPayoff } from './queries/payoff.ts'
import { getReceipt } from './queries/receipt.ts'

const tags = ['payments']

function payoffRoutes(app: App, deps: Deps) {
  app.route({
    method: 'GET',
    url: '/loan/:id/payoff',
    config: { access: 'any' },
    schema: { tags, params: idParams, response: { 200: payoffQuote } },
    handler: (request) =>
      getPayoff(
        deps.db,
        { user: contextOf(request).user, today: businessDay(deps.clock()) },
        request.params.id,
      ),
  })

  app.route({
    method: 'POST',
    url: '/loan/:id/payoff',
    config: { access: 'staff', idempotency: 'kept' },
    schema: { tags, params: idParams, body: payoffBody, response: { 201: payment } },
    handler: async (request, reply) => {
      const input = { loan_id: request.params.id, body: request.body }
      const { payment_id } = await payOffLoan(deps, contextOf(request), input)
      return reply.status(201).send(await getPayment(deps.db, payment_id))
    },
  })
}

/** Routes of payments, payoffs, receipts, reversals, and of incoming payments that become payments. */
export function paymentRoutes(app: App, deps: Deps) {
  payoffRoutes(app, deps)

  app.route({
    method: 'GET',
    url: '/loan/payment',
    config: { access: 'any' },
    schema: { tags, querystring: paymentQuery, response: { 200: pageOf(payment) } },
    handler: async (request) =>
      pageAnswer(request, request.query, await listPayments(deps.db, contextOf(request).user, request.query)),
  })

  app.route({
    method: 'POST',
    url: '/loan/payment',
    config: { access: 'staff', idempotency: 'kept' },
    schema: { tags, body: paymentBody, response: { 201: payment } },
    handler: async (request, reply) => {
      const { payment_id } = await recordPayment(deps, contextOf(request), request.body)
      return reply.status(201).send(await getPayment(deps.db, payment_id))
    },
  })

  app.route({
    method: 'GET',
    url: '/loan/payment/:id/receipt',
    config: { access: 'any', rateLimit: fewPdfs },
    schema: { tags, params: idParams },
    handler: async (request, reply) => {
      const { bytes, filename } = await getReceipt(deps.db, contextOf(request).user, {
        lender: deps.env.lender,
        id: request.params.id,
        left: leavingOf(reply),
      })
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `inline; filename="${filename}"`,
        })
        .send(Buffer.from(bytes))
    },
  })

  app.route({
    method: 'POST',
    url: '/loan/payment/:id/reverse',
    config: { access: 'admin', idempotency: 'kept' },
    schema: { tags, params: idParams, body: reversalBody, response: { 200: payment } },
    handler: async (request) => {
      const input = { payment_id: request.params.id, reason: request.body.reason }
      await reversePayment(deps, contextOf(request), input)
      return getPayment(deps.db, request.params.id)
    },
  })

  app.route({
    method: 'GET',
    url: '/stp/incoming-payments/:id/payoff',
    config: { access: 'staff' },
    schema: {
      ...{ tags: ['stp'], params: idParams, querystring: arrivedPayoffQuery, response: { 200: payoffQuote } },
    },
    handler: (request) =>
      getArrivedPayoff(deps.db, {
        incoming_payment_id: request.params.id,
        loan_id: request.query.loan_request,
      }),
  })

  app.route({
    method: 'POST',
    url: '/stp/incoming-payments/:id/confirm',
    config: { access: 'staff', idempotency: 'kept' },
    schema: { tags: ['stp'], params: idParams, body: confirmBody, response: { 201: incomingPayment } },
    handler: async (request, reply) => {
      const { id } = request.params
      const input = { incoming_payment_id: id, body: request.body }
      await confirmIncomingPayment(deps, contextOf(request), input)
      return reply.status(201).send(await getIncomingPayment(deps.db, id))
    },
  })
}
