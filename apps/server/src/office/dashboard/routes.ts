import { dashboardSummary, summaryBody } from '@quincena/domain/dashboard/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { summarize } from './queries/dashboard.ts'

/** `POST /loan/summary`: the figures of the staff app's first screen. */
export function dashboardRoutes(app: App, deps: Deps) {
  app.post(
    '/loan/summary',
    allow('staff', { tags: ['dashboard'], body: summaryBody, response: { 200: dashboardSummary } }),
    (request) => summarize(deps.db, request.body.year, deps.clock()),
  )
}
