import { approvalRequested } from '@quincena/domain/approvals/schema'
import {
  brandDetail,
  brandDraft,
  brandDraftBody,
  brandDraftDeletion,
  brandLogo,
  brandPublication,
  LOGO_LIMIT_BYTES,
  logoParams,
  shownBrand,
} from '@quincena/domain/brand/schema'
import { businessDay } from '@quincena/domain/dates'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { contextOf } from '../../http/request.ts'
import { nothing } from '../../http/route-parts.ts'
import { publishBrand } from './commands/publish-brand.ts'
import { deleteBrandDraft, saveBrandDraft } from './commands/save-draft.ts'
import { uploadLogo } from './commands/store-logo.ts'
import { getLogo } from './queries/logos.ts'
import { getBrand } from './queries/overview.ts'
import { readLogo } from './rules.ts'

const tags = ['brand']

/** Reads the logo of a form. Throws `logo.too_large` (413) at `file`, and as `readLogo`. */
async function readUpload(deps: Deps, request: FastifyRequest) {
  const { file } = await readParts(deps, request, LOGO_LIMIT_BYTES)
  if (file?.is_cut === true) throw new AppError('logo.too_large', 413, { fields: { file: 'logo.too_large' } })
  if (file === undefined) throw new AppError('logo.wrong_type', 415, { fields: { file: 'logo.wrong_type' } })
  return readLogo(file.bytes)
}

/** Cached for a year: a hash never names another picture. */
const pictureHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
}

function publicRoutes(app: App, deps: Deps) {
  // No rate limit: all users of a company may share one address, and the answer comes from memory.
  app.get(
    '/brand',
    allow('public', { tags, response: { 200: shownBrand } }, { rateLimit: false }),
    () => deps.brand.current().shown,
  )
  app.get('/brand/logo/:sha256', allow('public', { tags, params: logoParams }), async (request, reply) => {
    const { type, bytes } = await getLogo(deps.db, request.params.sha256)
    return reply.headers({ ...pictureHeaders, 'content-type': type }).send(bytes)
  })
}

/** Registers the routes of the brand: what everybody sees of it, and how admins change it. */
export function brandRoutes(app: App, deps: Deps) {
  publicRoutes(app, deps)
  const detailFor = (request: FastifyRequest) =>
    getBrand(deps.db, { actor: contextOf(request).user, today: businessDay(deps.clock()) })
  app.get('/brand/versions', allow('admin', { tags, response: { 200: brandDetail } }), detailFor)
  app.put(
    '/brand/draft',
    allow('admin', { tags, body: brandDraftBody, response: { 200: brandDraft } }),
    (request) => saveBrandDraft(deps, contextOf(request), request.body),
  )
  app.delete(
    '/brand/draft',
    allow('admin', { tags, querystring: brandDraftDeletion, response: { 204: nothing } }),
    async (request) => {
      await deleteBrandDraft(deps, contextOf(request), request.query.version)
    },
  )
  app.post(
    '/brand/logo',
    allow('admin', { tags, consumes: ['multipart/form-data'], response: { 200: brandLogo } }),
    async (request) => uploadLogo(deps, contextOf(request), await readUpload(deps, request)),
  )
  app.post(
    '/brand/publish',
    allow(
      'admin',
      { tags, body: brandPublication, response: { 200: brandDetail, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const { approval } = await publishBrand(deps, contextOf(request), request.body)
      if (approval !== null) return reply.status(202).send({ approval })
      return detailFor(request)
    },
  )
}
