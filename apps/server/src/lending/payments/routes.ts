import { approvalRequested } from '@quincena/domain/approvals/schema'
import { businessDay } from '@quincena/domain/dates'
import { arrivedPayoffQuery, confirmBody, incomingPayment } from '@quincena/domain/incoming-payments/schema'
import { pageOf } from '@quincena/domain/page'
import {
  payment,
  paymentBody,
  paymentPreview,
  paymentQuery,
  payoffBody,
  payoffQuote,
  previewQuery,
  reversalBody,
} from '@quincena/domain/payments/schema'
import { useBalanceBody } from '@quincena/domain/worker-balances/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams, pdfRateLimit } from '../../http/route-parts.ts'
import { getApproval } from '../../platform/approvals/queries.ts'
import { getIncomingPayment } from '../incoming-payments/queries/incoming-payments.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { recordAndShowPayment } from './commands/record-payment.ts'
import { registerIncomingPayment } from './commands/register-incoming-payment.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { useBalance } from './commands/use-balance.ts'
import { getPayment, listPayments } from './queries/payments.ts'
import { getArrivedPayoff, getPayoff, previewPayment } from './queries/payoff.ts'
import { getReceipt } from './queries/receipt.ts'

const tags = ['payments']

function payoffRoutes(app: App, deps: Deps) {
  app.get(
    '/loan/:id/payoff',
    allow('any', { tags, params: idParams, response: { 200: payoffQuote } }),
    (request) =>
      getPayoff(
        deps.db,
        { user: contextOf(request).user, today: businessDay(deps.clock()) },
        request.params.id,
      ),
  )

  app.get(
    '/loan/:id/payment-preview',
    allow('any', {
      tags,
      params: idParams,
      querystring: previewQuery,
      response: { 200: paymentPreview },
    }),
    (request) => {
      const reader = { user: contextOf(request).user, today: businessDay(deps.clock()) }
      const { amount_paid, value_date } = request.query
      return previewPayment(deps.db, reader, { loan_id: request.params.id, amount_paid, value_date })
    },
  )

  app.post(
    '/loan/:id/payoff',
    allow(
      'staff',
      { tags, params: idParams, body: payoffBody, response: { 201: payment } },
      { idempotency: 'kept', factor: 'shift' },
    ),
    async (request) => {
      const input = { loan_id: request.params.id, body: request.body }
      const { payment_id } = await payOffLoan(deps, contextOf(request), input)
      return getPayment(deps.db, payment_id)
    },
  )

  app.post(
    '/loan/:id/use-balance',
    allow(
      'any',
      { tags, params: idParams, body: useBalanceBody, response: { 201: payment } },
      { idempotency: 'kept', factor: 'shift' },
    ),
    async (request) => {
      const input = { loan_id: request.params.id, body: request.body }
      const { payment_id } = await useBalance(deps, contextOf(request), input)
      return getPayment(deps.db, payment_id)
    },
  )
}

/** Routes of payments, payoffs, receipts, reversals, and of incoming payments that become payments. */
export function paymentRoutes(app: App, deps: Deps) {
  payoffRoutes(app, deps)

  app.get(
    '/loan/payment',
    allow('any', { tags, querystring: paymentQuery, response: { 200: pageOf(payment) } }),
    async (request) => {
      const { user } = contextOf(request)
      const list = await deps.reads.run(request.signedIn, (db) => listPayments(db, user, request.query))
      return pageAnswer(request, list)
    },
  )

  app.post(
    '/loan/payment',
    allow(
      'staff',
      { tags, body: paymentBody, response: { 201: payment } },
      { idempotency: 'kept', factor: 'shift' },
    ),
    async (request) => {
      return recordAndShowPayment(deps, contextOf(request), request.body)
    },
  )

  app.get(
    '/loan/payment/:id/receipt',
    allow('any', { tags, params: idParams }, { ...pdfRateLimit, views: 'payment' }),
    async (request, reply) => {
      const { user, api_token_id } = contextOf(request)
      const { bytes, filename } = await getReceipt(deps, user, {
        masks_curp: api_token_id !== undefined,
        lender: deps.brand.current().lender,
        id: request.params.id,
        signal: disconnectSignal(reply),
      })
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `inline; filename="${filename}"`,
        })
        .send(Buffer.from(bytes))
    },
  )

  app.post(
    '/loan/payment/:id/reverse',
    allow(
      'admin',
      { tags, params: idParams, body: reversalBody, response: { 200: payment, 202: approvalRequested } },
      { idempotency: 'kept', factor: 'recent' },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      const input = { payment_id: request.params.id, reason: request.body.reason }
      const { approval_id } = await reversePayment(deps, context, input)
      if (approval_id !== null)
        return reply.status(202).send({ approval: await getApproval(deps.db, context.user, approval_id) })
      return getPayment(deps.db, request.params.id)
    },
  )

  app.get(
    '/stp/incoming-payments/:id/payoff',
    allow('staff', {
      tags: ['stp'],
      params: idParams,
      querystring: arrivedPayoffQuery,
      response: { 200: payoffQuote },
    }),
    (request) =>
      getArrivedPayoff(deps.db, {
        incoming_payment_id: request.params.id,
        loan_id: request.query.loan_request,
      }),
  )

  app.post(
    '/stp/incoming-payments/:id/confirm',
    allow(
      'staff',
      { tags: ['stp'], params: idParams, body: confirmBody, response: { 201: incomingPayment } },
      { idempotency: 'kept', factor: 'shift', views: 'incoming_payment' },
    ),
    async (request) => {
      const { id } = request.params
      const input = { incoming_payment_id: id, body: request.body }
      await registerIncomingPayment(deps, contextOf(request), input)
      return getIncomingPayment(deps.db, id)
    },
  )
}
