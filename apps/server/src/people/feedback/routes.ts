import { feedback, feedbackBody, feedbackQuery } from '@quincena/domain/feedback/schema'
import { id } from '@quincena/domain/fields'
import { pageOf } from '@quincena/domain/page'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { giveFeedback } from './commands.ts'
import { listFeedback } from './queries.ts'

/** Routes to send feedback about the app, and for staff to read it. */
export function feedbackRoutes(app: App, deps: Deps) {
  const tags = ['help']
  app.route({
    method: 'POST',
    url: '/feedback',
    config: { access: 'any', rateLimit: { max: 10, timeWindow: '1 minute' } },
    schema: { tags, body: feedbackBody, response: { 201: z.object({ id }) } },
    handler: async (request, reply) =>
      reply.status(201).send(await giveFeedback(deps, contextOf(request), request.body)),
  })
  app.route({
    method: 'GET',
    url: '/feedback',
    config: { access: 'staff' },
    schema: { tags, querystring: feedbackQuery, response: { 200: pageOf(feedback) } },
    handler: async (request) =>
      pageAnswer(request, request.query, await listFeedback(deps.db, request.query)),
  })
}
