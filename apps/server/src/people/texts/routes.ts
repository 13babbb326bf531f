import { approvalRequested } from '@quincena/domain/approvals/schema'
import { businessDay } from '@quincena/domain/dates'
import { textDocumentName } from '@quincena/domain/texts/content'
import { fillText } from '@quincena/domain/texts/fill'
import {
  publishBody,
  textDetail,
  textDraft,
  textDraftBody,
  textDraftDeletion,
  textFields,
  textList,
  textPreview,
  textPreviewBody,
  textVersionDetail,
} from '@quincena/domain/texts/schema'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { nothing } from '../../http/route-parts.ts'
import { publishText } from './commands/publish-text.ts'
import { deleteDraft, saveDraft } from './commands/save-draft.ts'
import { getDraft } from './queries/drafts.ts'
import { getText, getVersion, listFields, listTexts, type Reader } from './queries/overview.ts'
import { previewValues, refuseFaulty } from './rules.ts'

const tags = ['texts']
const params = z.object({ document: textDocumentName })
const versionParams = params.extend({ version: z.string().max(60) })

const readerOf = (deps: Deps, request: FastifyRequest): Reader => ({
  actor: contextOf(request).user,
  today: businessDay(deps.clock()),
  lender: deps.brand.current().lender,
})

function readRoutes(app: App, deps: Deps) {
  app.get('/texts', allow('admin', { tags, response: { 200: textList } }), (request) =>
    listTexts(deps.db, readerOf(deps, request)),
  )
  app.get('/texts/:document', allow('admin', { tags, params, response: { 200: textDetail } }), (request) =>
    getText(deps.db, readerOf(deps, request), request.params.document),
  )
  app.get(
    '/texts/:document/versions/:version',
    allow('admin', { tags, params: versionParams, response: { 200: textVersionDetail } }),
    (request) => getVersion(deps.db, readerOf(deps, request), request.params),
  )
  app.get(
    '/texts/:document/fields',
    allow('admin', { tags, params, response: { 200: textFields } }),
    (request) => listFields(request.params.document),
  )
  app.post(
    '/texts/:document/preview',
    allow('admin', { tags, params, body: textPreviewBody, response: { 200: textPreview } }, { reads: true }),
    async ({ params: { document }, body }) => {
      const content = body.content ?? (await getDraft(deps.db, document)).content
      refuseFaulty(document, content, body.content === undefined ? '' : 'content.')
      const values = previewValues(document, deps.brand.current().lender, body)
      return { document, ...fillText(document, content, values) }
    },
  )
}

function draftRoutes(app: App, deps: Deps) {
  app.put(
    '/texts/:document/draft',
    allow('admin', { tags, params, body: textDraftBody, response: { 200: textDraft } }),
    (request) =>
      saveDraft(deps, contextOf(request), { document: request.params.document, body: request.body }),
  )
  app.delete(
    '/texts/:document/draft',
    allow('admin', { tags, params, querystring: textDraftDeletion, response: { 204: nothing } }),
    async (request) => {
      const { document } = request.params
      await deleteDraft(deps, contextOf(request), { document, version: request.query.version })
    },
  )
  app.post(
    '/texts/:document/publish',
    allow(
      'admin',
      { tags, params, body: publishBody, response: { 200: textDetail, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const { document } = request.params
      const { approval } = await publishText(deps, contextOf(request), { document, body: request.body })
      if (approval !== null) return reply.status(202).send({ approval })
      return getText(deps.db, readerOf(deps, request), document)
    },
  )
}

/** Registers the routes with which admins write, check and publish the texts of the installation. */
export function textRoutes(app: App, deps: Deps) {
  readRoutes(app, deps)
  draftRoutes(app, deps)
}
