import { voucherAnswer } from '@quincena/domain/bank-statements/schema'
import { VOUCHER_LIMIT_BYTES } from '@quincena/domain/payments/proof'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { contextOf, disconnectSignal } from '../../http/request.ts'
import { readPicture } from '../../images/picture-size.ts'
import { requireReadablePdf } from '../../pdf/check-pdf.ts'
import { storeVoucher, type VoucherFile, voucherKey } from './commands/store-voucher.ts'
import { isVoucherLinkGood } from './rules/voucher-links.ts'

/** The browser's own viewer shows the file, without scripts, frames or caching. */
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
}

const refuse = (
  code: 'voucher.too_large' | 'voucher.wrong_type' | 'payment.voucher_missing',
  status: number,
) => new AppError(code, status, { fields: { file: code } })

/**
 * Reads an image or a PDF by its content; an image loses its metadata, a PDF must open. Throws at `file`:
 * `voucher.too_large` (413), `voucher.wrong_type` (415), `payment.voucher_missing`, `document.unreadable` and
 * `document.locked` (422), and as `readPicture`.
 */
async function readVoucher(
  deps: Deps,
  request: FastifyRequest,
  caller: { user_id: number; signal: AbortSignal },
): Promise<VoucherFile> {
  const { file } = await readParts(deps, request, VOUCHER_LIMIT_BYTES)
  if (file === undefined || file.bytes.length === 0) throw refuse('payment.voucher_missing', 422)
  if (file.is_cut) throw refuse('voucher.too_large', 413)
  const { name, bytes } = file
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    await requireReadablePdf(bytes, caller)
    return { name, media_type: 'application/pdf', bytes }
  }
  const picture = readPicture(bytes)
  if (picture === null) throw refuse('voucher.wrong_type', 415)
  return { name, media_type: picture.type, bytes: picture.bytes }
}

/** Uploads of one user in an hour. */
const uploadRateLimit = {
  rateLimit: {
    max: 600,
    timeWindow: '1 hour',
    keyGenerator: (request: FastifyRequest) => `user ${request.signedIn?.user.id ?? request.ip}`,
  },
}

/** Routes of vouchers: staff upload one before they register its payment; a signed link opens it. */
export function voucherRoutes(app: App, deps: Deps): void {
  const tags = ['payments']
  app.post(
    '/loan/payment-vouchers',
    allow(
      'staff',
      { tags, consumes: ['multipart/form-data'], response: { 201: voucherAnswer } },
      uploadRateLimit,
    ),
    async (request, reply) => {
      const context = contextOf(request)
      const caller = { user_id: context.user.id, signal: disconnectSignal(reply) }
      return storeVoucher(deps, context, await readVoucher(deps, request, caller))
    },
  )

  // The signature authorizes the request, because a new tab and an <img> send no bearer token.
  app.get(
    '/loan/payment-vouchers/:id/file',
    allow('public', { tags, params: z.object({ id: z.uuid() }) }),
    async (request, reply) => {
      const { id } = request.params
      const query = request.url.split('?').slice(1).join('?')
      if (!isVoucherLinkGood(deps, { id, query })) throw new AppError('voucher.link_invalid', 403)
      const file = await deps.db
        .selectFrom('payment_voucher')
        .select('media_type')
        .where('id', '=', id)
        .executeTakeFirst()
      if (file === undefined) throw new AppError('voucher.not_found', 404)
      const bytes = await deps.storage.get(voucherKey(id))
      return reply.headers({ ...fileHeaders, 'content-type': file.media_type }).send(Buffer.from(bytes))
    },
  )
}
