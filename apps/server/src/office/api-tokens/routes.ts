import {
  apiToken,
  apiTokenBody,
  apiTokenQuery,
  createdApiToken,
  requestedApiToken,
} from '@quincena/domain/api-tokens/schema'
import { pageOf } from '@quincena/domain/page'
import { isoOf } from '../../command/clock.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { createApiToken } from './commands/create-token.ts'
import { revokeApiToken } from './commands/revoke-token.ts'
import { listApiTokens } from './queries.ts'

/** Routes with which admins make, see and revoke the tokens of programs that call the API. */
export function apiTokenRoutes(app: App, deps: Deps) {
  const tags = ['api tokens']
  app.get(
    '/auth/api-tokens',
    allow('admin', { tags, querystring: apiTokenQuery, response: { 200: pageOf(apiToken) } }),
    async (request) => {
      const query = { ...request.query, now: isoOf(deps.clock()) }
      return pageAnswer(request, await listApiTokens(deps.db, query))
    },
  )
  app.post(
    '/auth/api-tokens',
    allow(
      'admin',
      { tags, body: apiTokenBody, response: { 201: createdApiToken, 202: requestedApiToken } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const { approval, ...created } = await createApiToken(deps, contextOf(request), request.body)
      return approval === null ? created : reply.status(202).send({ ...created, approval })
    },
  )
  app.delete(
    '/auth/api-tokens/:id',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }),
    (request) => revokeApiToken(deps, contextOf(request), request.params.id),
  )
}
