import { pageOf } from '@quincena/domain/page'
import {
  privacyAnswerBody,
  privacyRequest,
  privacyRequestBody,
  privacyRequestQuery,
} from '@quincena/domain/privacy-requests/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { answerPrivacyRequest, requestPrivacy } from './commands.ts'
import { listPrivacyRequests } from './queries.ts'

/**
 * Routes of requests about personal data: ARCO rights (access, rectification, cancellation, opposition) and withdrawal
 * of a consent.
 */
export function privacyRequestRoutes(app: App, deps: Deps) {
  const tags = ['legal']
  app.post(
    '/privacy/requests',
    allow(
      'any',
      { tags, body: privacyRequestBody, response: { 201: privacyRequest } },
      { rateLimit: { max: 10, timeWindow: '1 minute' } },
    ),
    (request) => requestPrivacy(deps, contextOf(request), request.body),
  )
  app.get(
    '/privacy/requests',
    allow('any', { tags, querystring: privacyRequestQuery, response: { 200: pageOf(privacyRequest) } }),
    async (request) =>
      pageAnswer(request, await listPrivacyRequests(deps.db, contextOf(request).user, request.query)),
  )
  app.post(
    '/privacy/requests/:id/answer',
    allow('admin', { tags, params: idParams, body: privacyAnswerBody, response: { 200: privacyRequest } }),
    (request) => answerPrivacyRequest(deps, contextOf(request), { id: request.params.id, ...request.body }),
  )
}
