import { quickSearchAnswer, quickSearchQuery } from '@quincena/domain/search/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { searchEverything } from './queries.ts'

/** `GET /search`: the staff app's search over people, loans, companies and STP orders. */
export function searchRoutes(app: App, deps: Deps) {
  app.get(
    '/search',
    allow('staff', { tags: ['search'], querystring: quickSearchQuery, response: { 200: quickSearchAnswer } }),
    ({ signedIn, query }) => deps.reads.run(signedIn, (db) => searchEverything(db, query.search)),
  )
}
