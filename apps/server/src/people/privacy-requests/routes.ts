import { pageOf } from '@quincena/domain/page'
import {
  privacyAnswerBody,
  privacyRequest,
  privacyRequestBody,
  privacyRequestQuery,
} from '@quincena/domain/privacy-requests/schema'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { answerPrivacyRequest, askForPrivacy } from './commands.ts'
import { listPrivacyRequests } from './queries.ts'

/**
 * Routes of requests about personal data: ARCO rights (access, rectification, cancellation, opposition) and withdrawal
 * of a consent.
 */
export function privacyRequestRoutes(app: App, deps: Deps) {
  const tags = ['legal']
  app.route({
    method: 'POST',
    url: '/privacy/requests',
    config: { access: 'any', rateLimit: { max: 10, timeWindow: '1 minute' } },
    schema: { tags, body: privacyRequestBody, response: { 201: privacyRequest } },
    handler: async (request, reply) =>
      reply.status(201).send(await askForPrivacy(deps, contextOf(request), request.body)),
  })
  app.route({
    method: 'GET',
    url: '/privacy/requests',
    config: { access: 'any' },
    schema: { tags, querystring: privacyRequestQuery, response: { 200: pageOf(privacyRequest) } },
    handler: async (request) =>
      pageAnswer(
        request,
        request.query,
        await listPrivacyRequests(deps.db, contextOf(request).user, request.query),
      ),
  })
  app.route({
    method: 'POST',
    url: '/privacy/requests/:id/answer',
    config: { access: 'admin' },
    schema: { tags, params: idParams, body: privacyAnswerBody, response: { 200: privacyRequest } },
    handler: (request) =>
      answerPrivacyRequest(deps, contextOf(request), { id: request.params.id, ...request.body }),
  })
}
