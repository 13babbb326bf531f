import { acceptAnswer, acceptBody } from '@quincena/domain/loans/bodies'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { signatureRateLimit } from '../../http/rate-limits.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { findSignedContract } from '../../people/documents/queries.ts'
import { withFile } from '../../people/documents/rules/file-links.ts'
import { waitForTransfer } from '../../treasury/transfers/commands/send-transfer.ts'
import { presentBrief } from '../../treasury/transfers/presenters.ts'
import { requireId, type TransferRow } from '../../treasury/transfers/rules.ts'
import { startVerification } from '../../treasury/verifications/commands/ensure-verification.ts'
import { getLoan } from '../loans/queries/loan-detail.ts'
import { acceptLoan } from './commands.ts'

/** The request waits this long for the order; after that it answers 202 and the worker app polls. */
const answerWaitMs = 8000

async function answer(
  deps: Deps,
  request: FastifyRequest,
  { user, order }: { user: Actor; order: TransferRow },
) {
  const loan_id = requireId(order.loan_id)
  const contract = await findSignedContract(deps.db, loan_id)
  return {
    loan: await getLoan(deps.db, { user, now: deps.clock(), hours: deps.stp.hours }, loan_id),
    order: presentBrief(order),
    contract: contract === undefined ? null : withFile(deps, request, contract),
  }
}

/**
 * `POST /loan/{id}/accept`: 200 once STP has the order, 202 if it is not sent within 8 s, `transfer.refused` (422) if
 * it failed.
 */
export function acceptanceRoutes(app: App, deps: Deps) {
  app.post(
    '/loan/:id/accept',
    allow(
      'worker',
      {
        tags: ['loans'],
        params: idParams,
        body: acceptBody,
        response: { 200: acceptAnswer, 202: acceptAnswer },
      },
      { idempotency: 'kept', ...signatureRateLimit },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      await startVerification(deps, context.user.id)
      const { transfer_id } = await acceptLoan(deps, context, { ...request.body, loan_id: request.params.id })
      const order = await waitForTransfer(deps, transfer_id, answerWaitMs)
      if (order.status === 'withdrawn') throw new AppError('loan.cancelled', 409)
      if (order.status === 'failed') throw new AppError('transfer.refused', 422)
      const status = order.sent_at === null ? 202 : 200
      return reply.status(status).send(await answer(deps, request, { user: context.user, order }))
    },
  )
}
