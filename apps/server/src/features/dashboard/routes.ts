import { dashboardSummary, summaryBody } from '@quincena/domain/dashboard/schema'
import { businessDay } from '@quincena/domain/dates'
import type { App } from '../../lib/access.ts'
import type { Deps } from '../../lib/deps.ts'
import { summarize } from './queries.ts'

/** `POST /loan/summary`: the figures of the staff app's first screen. */
export function dashboardRoutes(app: App, deps: Deps) {
  app.route({
    method: 'POST',
    url: '/loan/summary',
    config: { access: 'staff' },
    schema: { tags: ['dashboard'], body: summaryBody, response: { 200: dashboardSummary } },
    handler: (request) => summarize(deps.db, request.body.year, businessDay(deps.clock())),
  })
}
