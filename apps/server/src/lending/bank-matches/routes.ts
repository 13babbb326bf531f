import {
  addVoucherBody,
  bankLine,
  bankLineQuery,
  bankPayment,
  matchBody,
  matchSuggestion,
  openPaymentQuery,
  paymentProof,
  proofQuery,
  proofSettings,
} from '@quincena/domain/bank-statements/schema'
import { idText } from '@quincena/domain/fields'
import { pageOf } from '@quincena/domain/page'
import { ownerAnswer, ownerBody } from '@quincena/domain/treasury/owner'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { addressOf } from '../../http/address.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { signedVoucher } from '../vouchers/rules/voucher-links.ts'
import { changeProofDays } from './commands/change-proof-days.ts'
import { addVoucherToPayment, givePayment, matchByHand, unmatch } from './commands/match-by-hand.ts'
import { getLine, listLines, listOpenPayments, suggestPayments } from './queries/lines.ts'
import { listProofs, readProofDays } from './queries/proofs.ts'

const tags = ['treasury']

function lineRoutes(app: App, deps: Deps) {
  app.get(
    '/treasury/bank-lines',
    allow('staff', { tags, querystring: bankLineQuery, response: { 200: pageOf(bankLine) } }),
    async (request) => pageAnswer(request, await listLines(deps.db, request.query)),
  )
  app.get(
    '/treasury/bank-lines/:id',
    allow('staff', { tags, params: idParams, response: { 200: bankLine } }),
    (request) => getLine(deps.db, request.params.id),
  )
  app.get(
    '/treasury/bank-lines/:id/suggestions',
    allow('staff', {
      ...{ tags, params: idParams },
      response: { 200: z.object({ results: z.array(matchSuggestion) }) },
    }),
    async (request) => ({ results: await suggestPayments(deps.db, request.params.id) }),
  )
  app.post(
    '/treasury/bank-lines/:id/payments',
    allow('staff', { tags, params: idParams, body: matchBody, response: { 200: bankLine } }),
    async (request) => {
      const line_id = request.params.id
      await matchByHand(deps, contextOf(request), { line_id, payments: request.body.payments })
      return getLine(deps.db, line_id)
    },
  )
  app.delete(
    '/treasury/bank-lines/:id/payments/:payment',
    allow('staff', {
      ...{ tags, params: idParams.extend({ payment: idText }) },
      response: { 200: bankLine },
    }),
    async (request) => {
      const { id: line_id, payment: payment_id } = request.params
      await unmatch(deps, contextOf(request), { line_id, payment_id })
      return getLine(deps.db, line_id)
    },
  )
  app.get(
    '/treasury/open-payments',
    allow('staff', { tags, querystring: openPaymentQuery, response: { 200: pageOf(bankPayment) } }),
    async (request) => pageAnswer(request, await listOpenPayments(deps.db, request.query)),
  )
}

function proofRoutes(app: App, deps: Deps) {
  app.get(
    '/treasury/payment-proofs',
    allow('staff', { tags, querystring: proofQuery, response: { 200: pageOf(paymentProof) } }),
    async (request) => {
      const origin = addressOf(request)
      const fileOf = (id: string) => signedVoucher(deps, origin, id)
      const input = { query: request.query, now: deps.clock(), fileOf }
      return pageAnswer(request, await listProofs(deps.db, input))
    },
  )
  app.post(
    '/treasury/payment-proofs/:id/voucher',
    allow('staff', { tags, params: idParams, body: addVoucherBody, response: { 204: nothing } }),
    async (request) => {
      const input = { id: request.params.id, voucher_id: request.body.voucher }
      await addVoucherToPayment(deps, contextOf(request), input)
      return null
    },
  )
  app.put(
    '/treasury/payment-proofs/:id/owner',
    allow('staff', { tags, params: idParams, body: ownerBody, response: { 200: ownerAnswer } }),
    (request) => givePayment(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )
  app.get(
    '/treasury/proof-settings',
    allow('staff', { tags, response: { 200: proofSettings } }),
    async () => ({
      proof_days: await readProofDays(deps.db),
    }),
  )
  app.put(
    '/treasury/proof-settings',
    allow('admin', { tags, body: proofSettings, response: { 200: proofSettings } }, { factor: 'recent' }),
    (request) => changeProofDays(deps, contextOf(request), request.body),
  )
}

/** Routes of the lines of bank statements with their payments, and of payments that are to be proved. */
export function bankMatchRoutes(app: App, deps: Deps): void {
  lineRoutes(app, deps)
  proofRoutes(app, deps)
}
