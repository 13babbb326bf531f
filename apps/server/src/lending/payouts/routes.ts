import { approvalRequested } from '@quincena/domain/approvals/schema'
import { stpRecordAnswer, transferDetail } from '@quincena/domain/transfers/detail'
import {
  dispersionAnswer,
  dispersionBody,
  dispersionQuery,
  resolveBody,
  transferLookupBody,
  transferOrder,
  transferPage,
  transferQuery,
} from '@quincena/domain/transfers/schema'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams, pdfRateLimit } from '../../http/route-parts.ts'
import { getApproval } from '../../platform/approvals/queries.ts'
import { queryTransfer, unavailableError } from '../../treasury/transfers/commands/query-transfer.ts'
import { waitForTransfer } from '../../treasury/transfers/commands/send-transfer.ts'
import { findTransferByKey } from '../../treasury/transfers/queries/transfers.ts'
import { queryStpRecord } from './commands/query-stp-record.ts'
import { resendLoan } from './commands/resend-loan.ts'
import { resolveTransfer } from './commands/resolve-transfer.ts'
import { getPayoutReceipt } from './queries/payout-receipt.ts'
import { getTransferDetail } from './queries/transfer-detail.ts'
import { getTransfer, listTransfers } from './queries/transfers.ts'

const resendWaitMs = 6000
const tags = ['stp']

async function lookUp(deps: Deps, tracking_key: string) {
  const { id } = await findTransferByKey(deps.db, tracking_key)
  const result = await queryTransfer(deps, id)
  if (result === null) throw new AppError('transfer.unavailable', 503)
  if (result.outcome === 'unknown') throw unavailableError(result)
  return getTransfer(deps.db, id, deps.env.stp.company)
}

/** Registers the receipt of a payout that arrived, for the loan's worker and for staff. */
export function payoutReceiptRoutes(app: App, deps: Deps) {
  app.get(
    '/loan/:id/payout-receipt',
    allow('any', { tags: ['documents'], params: idParams }, { ...pdfRateLimit, views: 'loan' }),
    async (request, reply) => {
      const { bytes, filename } = await getPayoutReceipt(deps, {
        user: contextOf(request).user,
        now: deps.clock(),
        hours: deps.stp.hours,
        lender: deps.brand.current().lender,
        loan_id: request.params.id,
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
}

/** Registers the routes with which staff see and handle the STP orders of loans. */
export function payoutRoutes(app: App, deps: Deps) {
  app.get(
    '/stp',
    allow('staff', { tags, querystring: transferQuery, response: { 200: transferPage } }, { views: 'loan' }),
    async (request) => {
      const query = { ...request.query, lender: deps.env.stp.company, now: deps.clock() }
      const list = await deps.reads.run(request.signedIn, (db) => listTransfers(db, query))
      return { ...pageAnswer(request, list), states: list.states }
    },
  )

  app.get(
    '/stp/:id',
    allow('staff', { tags, params: idParams, response: { 200: transferDetail } }, { views: 'transfer' }),
    (request) => getTransferDetail(deps.db, request.params.id, deps.env.stp.company),
  )

  app.post(
    '/stp/:id/ask',
    allow('staff', { tags, params: idParams, response: { 200: stpRecordAnswer } }, { views: 'transfer' }),
    (request) => queryStpRecord(deps, request.params.id),
  )

  for (const url of ['/stp/consulta-orden', '/stp']) {
    app.post(
      url,
      allow(
        'staff',
        { tags, body: transferLookupBody, response: { 200: transferOrder } },
        { views: 'transfer' },
      ),
      (request) => lookUp(deps, request.body.tracking_key),
    )
  }

  app.put(
    '/stp/dispersion',
    allow(
      'admin',
      {
        tags,
        querystring: dispersionQuery,
        body: dispersionBody,
        response: { 200: dispersionAnswer, 202: z.union([dispersionAnswer, approvalRequested]) },
      },
      { idempotency: 'kept', factor: 'recent', views: 'transfer' },
    ),
    async (request, reply) => {
      const { latitud, longitud } = request.query
      const place = { latitude: latitud ?? null, longitude: longitud ?? null }
      const loan_id = request.body.data.loan
      const context = contextOf(request)
      const { transfer_id, approval_id } = await resendLoan(deps, context, { loan_id, ...place })
      if (transfer_id === null)
        return reply
          .status(202)
          .send({ approval: await getApproval(deps.db, context.user, approval_id ?? 0) })
      const { status, stp_id } = await waitForTransfer(deps, transfer_id, resendWaitMs)
      if (status === 'failed') throw new AppError('transfer.refused', 422)
      const ok = status === 'sent'
      const order = await getTransfer(deps.db, transfer_id, deps.env.stp.company)
      return reply.status(ok ? 200 : 202).send({ ok, data: { resultado: { id: stp_id ?? 0 } }, order })
    },
  )

  app.post(
    '/stp/:id/resolve',
    allow(
      'admin',
      {
        tags,
        params: idParams,
        body: resolveBody,
        response: { 200: transferDetail, 202: approvalRequested },
      },
      { factor: 'recent', views: 'transfer' },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      const input = { ...request.body, transfer_id: request.params.id }
      const { approval_id } = await resolveTransfer(deps, context, input)
      if (approval_id !== null)
        return reply.status(202).send({ approval: await getApproval(deps.db, context.user, approval_id) })
      return getTransferDetail(deps.db, request.params.id, deps.env.stp.company)
    },
  )
}
