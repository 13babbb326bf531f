import { businessDay } from '@quincena/domain/dates'
import { consent, consentsBody } from '@quincena/domain/legal/consent'
import { marketingConsent, marketingConsentBody } from '@quincena/domain/legal/marketing'
import { legalDocument, ownConsents } from '@quincena/domain/legal/schema'
import { publicTextName } from '@quincena/domain/texts/content'
import { publicVersions, textChanges } from '@quincena/domain/texts/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { decideMarketing, giveConsents } from './commands.ts'
import { getChanges, getConsents, getLegalDocument, getLegalVersion, listVersions } from './queries.ts'

const tags = ['legal']
const params = z.object({ document: publicTextName })
/** A label that no version has is unknown: 404. */
const label = z.string().max(60)

function textRoutes(app: App, deps: Deps) {
  const reading = () => ({ today: businessDay(deps.clock()), lender: deps.brand.current().lender })
  app.get(
    '/legal/:document',
    allow('public', { tags, params, response: { 200: legalDocument } }),
    (request) => getLegalDocument(deps.db, reading(), request.params.document),
  )
  app.get(
    '/legal/:document/versions',
    allow('public', { tags, params, response: { 200: publicVersions } }),
    (request) => listVersions(deps.db, reading(), request.params.document),
  )
  app.get(
    '/legal/:document/versions/:version',
    allow('public', { tags, params: params.extend({ version: label }), response: { 200: legalDocument } }),
    (request) => getLegalVersion(deps.db, reading(), request.params),
  )
  app.get(
    '/legal/:document/changes',
    allow('public', {
      ...{ tags, params, querystring: z.object({ from: label.min(1, 'Falta la versión del texto') }) },
      response: { 200: textChanges },
    }),
    ({ params: { document }, query: { from } }) => getChanges(deps.db, reading(), { document, from }),
  )
}

function consentRoutes(app: App, deps: Deps) {
  app.put(
    '/auth/marketing-consent',
    allow('worker', { tags, body: marketingConsentBody, response: { 200: marketingConsent } }),
    (request) => decideMarketing(deps, contextOf(request), request.body),
  )
  const consentsOfUser = (request: Parameters<typeof contextOf>[0], user_id: number) =>
    getConsents(deps.db, contextOf(request), { user_id, today: businessDay(deps.clock()) })
  app.get('/auth/consents', allow('any', { tags, response: { 200: ownConsents } }), (request) =>
    consentsOfUser(request, contextOf(request).user.id),
  )
  app.get(
    '/auth/user/:id/consents',
    allow('any', { tags, params: idParams, response: { 200: ownConsents } }),
    (request) => consentsOfUser(request, request.params.id),
  )
  app.post(
    '/auth/consents',
    allow('any', {
      tags,
      body: consentsBody,
      response: { 200: z.object({ consents: z.array(consent) }) },
    }),
    (request) => giveConsents(deps, contextOf(request), request.body.consents),
  )
}

/** Registers the routes of the texts that everybody reads, and of the consents to them. */
export function legalRoutes(app: App, deps: Deps) {
  textRoutes(app, deps)
  consentRoutes(app, deps)
}
