import {
  createdWebhook,
  webhookAttempt,
  webhookAttemptPage,
  webhookAttemptQuery,
  webhookBody,
  webhookEndpoint,
  webhookList,
  webhookReplay,
} from '@quincena/domain/webhooks/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  replayEvents,
  rotateSecret,
} from './commands/save-endpoint.ts'
import { testEndpoint } from './commands/send-message.ts'
import { getEndpoint, listAttempts, listEndpoints } from './queries.ts'

const tags = ['webhooks']
const recent = { factor: 'recent' } as const
/** Tests wait for the receiver, up to 10 s. */
const testLimit = { ...recent, rateLimit: { max: 10, timeWindow: '1 minute' } } as const

function endpointRoutes(app: App, deps: Deps) {
  app.get('/webhooks', allow('admin', { tags, response: { 200: webhookList } }), () => listEndpoints(deps.db))
  app.post(
    '/webhooks',
    allow('admin', { tags, body: webhookBody, response: { 201: createdWebhook } }, recent),
    async (request) => {
      const { id, secret } = await createEndpoint(deps, contextOf(request), request.body)
      return { endpoint: await getEndpoint(deps.db, id), secret }
    },
  )
  app.get(
    '/webhooks/:id',
    allow('admin', { tags, params: idParams, response: { 200: webhookEndpoint } }),
    (request) => getEndpoint(deps.db, request.params.id),
  )
  app.put(
    '/webhooks/:id',
    allow('admin', { tags, params: idParams, body: webhookBody, response: { 200: webhookEndpoint } }, recent),
    async (request) => {
      const { id } = request.params
      await changeEndpoint(deps, contextOf(request), { id, body: request.body })
      return getEndpoint(deps.db, id)
    },
  )
  app.delete(
    '/webhooks/:id',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }, recent),
    async (request) => {
      await deleteEndpoint(deps, contextOf(request), request.params.id)
    },
  )
}

/** Registers the routes of webhooks: the endpoints that admins keep, what is delivered to them, and their log. */
export function webhookRoutes(app: App, deps: Deps) {
  endpointRoutes(app, deps)
  app.post(
    '/webhooks/:id/rotate-secret',
    allow('admin', { tags, params: idParams, response: { 200: createdWebhook } }, recent),
    async (request) => {
      const { id } = request.params
      const { secret } = await rotateSecret(deps, contextOf(request), id)
      return { endpoint: await getEndpoint(deps.db, id), secret }
    },
  )
  app.post(
    '/webhooks/:id/replay',
    allow(
      'admin',
      { tags, params: idParams, body: webhookReplay, response: { 200: webhookEndpoint } },
      recent,
    ),
    async (request) => {
      const { id } = request.params
      await replayEvents(deps, contextOf(request), { id, ...request.body })
      return getEndpoint(deps.db, id)
    },
  )
  app.post(
    '/webhooks/:id/test',
    allow('admin', { tags, params: idParams, response: { 200: webhookAttempt } }, testLimit),
    (request) => testEndpoint(deps, contextOf(request), request.params.id),
  )
  app.get(
    '/webhooks/:id/attempts',
    allow('admin', {
      tags,
      params: idParams,
      querystring: webhookAttemptQuery,
      response: { 200: webhookAttemptPage },
    }),
    async (request) => {
      const { id } = request.params
      return pageAnswer(request, await listAttempts(deps.db, { ...request.query, id }))
    },
  )
}
