import { feedback, feedbackBody, feedbackQuery } from '@quincena/domain/feedback/schema'
import { id } from '@quincena/domain/fields'
import { pageOf } from '@quincena/domain/page'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { giveFeedback } from './commands.ts'
import { listFeedback } from './queries.ts'

/** Routes to send feedback about the app, and for staff to read it. */
export function feedbackRoutes(app: App, deps: Deps) {
  const tags = ['help']
  app.post(
    '/feedback',
    allow(
      'any',
      { tags, body: feedbackBody, response: { 201: z.object({ id }) } },
      { rateLimit: { max: 10, timeWindow: '1 minute' } },
    ),
    (request) => giveFeedback(deps, contextOf(request), request.body),
  )
  app.get(
    '/feedback',
    allow('staff', { tags, querystring: feedbackQuery, response: { 200: pageOf(feedback) } }),
    async (request) => pageAnswer(request, await listFeedback(deps.db, request.query)),
  )
}
