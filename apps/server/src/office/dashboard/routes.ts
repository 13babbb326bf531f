import { dashboardCharts } from '@quincena/domain/dashboard/charts'
import { dashboardSummary, summaryBody } from '@quincena/domain/dashboard/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readCharts } from './queries/charts.ts'
import { summarize } from './queries/dashboard.ts'

/** `POST /loan/summary`: the figures of the staff app's first screen; `GET /dashboard/charts`: its further charts. */
export function dashboardRoutes(app: App, deps: Deps) {
  app.post(
    '/loan/summary',
    allow(
      'staff',
      { tags: ['dashboard'], body: summaryBody, response: { 200: dashboardSummary } },
      { reads: true },
    ),
    ({ signedIn, body }) => deps.reads.run(signedIn, (db) => summarize(db, body.year, deps.clock())),
  )
  app.get(
    '/dashboard/charts',
    allow('staff', { tags: ['dashboard'], response: { 200: dashboardCharts } }),
    ({ signedIn }) => deps.reads.run(signedIn, (db) => readCharts(db, deps.clock())),
  )
}
