import { approvalRequested } from '@quincena/domain/approvals/schema'
import { pageOf } from '@quincena/domain/page'
import { openingBody } from '@quincena/domain/treasury/balance-check-schema'
import {
  movementFile,
  ownDepositBody,
  ownMovement,
  ownMovementsQuery,
  recordMovementBody,
  reverseMovementBody,
  settleMovementBody,
} from '@quincena/domain/treasury/own-movements'
import { ownerBody } from '@quincena/domain/treasury/owner'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { readPicture } from '../../images/picture-size.ts'
import { requireReadablePdf } from '../../pdf/check-pdf.ts'
import { giveMovementOwner } from './commands/give-owner.ts'
import { recordOpening } from './commands/record-opening.ts'
import {
  requestMovement,
  requestOwnDeposit,
  requestReversal,
  requestSettlement,
} from './commands/request-movement.ts'
import { type MovementFile, movementFileKey, storeFile } from './commands/store-file.ts'
import { getFileType, getOwnMovement, listOwnMovements } from './queries/own-movements.ts'

const tags = ['treasury']
const path = '/treasury/cash-movements'
const limit_bytes = 10 * 1024 * 1024

const refuse = (
  code: 'cash_movement.file_missing' | 'cash_movement.file_type' | 'document.too_large',
  status: number,
) => new AppError(code, status, { fields: { file: code } })

/**
 * Reads an image or a PDF by its content. Throws at `file`: `document.too_large` (413), `cash_movement.file_type` (415),
 * `cash_movement.file_missing`, `document.unreadable` and `document.locked` (422), and as `readPicture`.
 */
async function readFile(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<MovementFile> {
  const { file } = await readParts(deps, request, limit_bytes)
  if (file === undefined || file.bytes.length === 0) throw refuse('cash_movement.file_missing', 422)
  if (file.is_cut) throw refuse('document.too_large', 413)
  const { name, bytes } = file
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    const { user } = contextOf(request)
    await requireReadablePdf(bytes, { user_id: user.id, signal: disconnectSignal(reply) })
    return { name, media_type: 'application/pdf', bytes }
  }
  const picture = readPicture(bytes)
  if (picture === null) throw refuse('cash_movement.file_type', 415)
  return { name, media_type: picture.type, bytes: picture.bytes }
}

/** The browser shows the file without scripts, frames or caching. */
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
}

function fileRoutes(app: App, deps: Deps) {
  app.post(
    `${path}/files`,
    allow('staff', { tags, consumes: ['multipart/form-data'], response: { 201: movementFile } }),
    async (request, reply) => storeFile(deps, contextOf(request), await readFile(deps, request, reply)),
  )

  app.get(
    `${path}/files/:file`,
    allow('staff', { tags, params: z.object({ file: z.uuid() }) }),
    async (request, reply) => {
      const { file } = request.params
      const media_type = await getFileType(deps.db, file)
      const bytes = await deps.storage.get(movementFileKey(file))
      return reply.headers({ ...fileHeaders, 'content-type': media_type }).send(Buffer.from(bytes))
    },
  )
}

function requestRoutes(app: App, deps: Deps) {
  const response = { 202: approvalRequested }
  app.post(
    path,
    allow('staff', { tags, body: recordMovementBody, response }, { factor: 'recent' }),
    (request) => requestMovement(deps, contextOf(request), request.body),
  )

  app.post(
    `${path}/deposit`,
    allow('staff', { tags, body: ownDepositBody, response }, { factor: 'recent' }),
    (request) => requestOwnDeposit(deps, contextOf(request), request.body),
  )

  app.post(
    `${path}/:id/settle`,
    allow('staff', { tags, params: idParams, body: settleMovementBody, response }, { factor: 'recent' }),
    (request) => requestSettlement(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )

  app.post(
    `${path}/:id/reverse`,
    allow('staff', { tags, params: idParams, body: reverseMovementBody, response }, { factor: 'recent' }),
    (request) => requestReversal(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )
}

/** Registers the routes of the lender's own movements at STP: its opening balance, deposits, withdrawals and fees. */
export function cashMovementRoutes(app: App, deps: Deps) {
  app.get(
    path,
    allow('staff', { tags, querystring: ownMovementsQuery, response: { 200: pageOf(ownMovement) } }),
    async (request) => {
      const user_id = contextOf(request).user.id
      return pageAnswer(request, await listOwnMovements(deps.db, { ...request.query, user_id }))
    },
  )

  app.get(
    `${path}/:id`,
    allow('staff', { tags, params: idParams, response: { 200: ownMovement } }),
    (request) => getOwnMovement(deps.db, request.params.id),
  )

  app.post(
    '/treasury/balance/opening',
    allow('admin', { tags, body: openingBody, response: { 201: ownMovement } }, { factor: 'recent' }),
    async (request) => {
      const { id } = await recordOpening(deps, contextOf(request), request.body)
      return getOwnMovement(deps.db, id)
    },
  )

  app.put(
    `${path}/:id/owner`,
    allow('staff', { tags, params: idParams, body: ownerBody, response: { 200: ownMovement } }),
    async (request) => {
      const { id } = await giveMovementOwner(deps, contextOf(request), {
        ...request.body,
        id: request.params.id,
      })
      return getOwnMovement(deps.db, id)
    },
  )

  requestRoutes(app, deps)
  fileRoutes(app, deps)
}
