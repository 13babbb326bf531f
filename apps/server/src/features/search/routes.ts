import { quickSearchAnswer, quickSearchQuery } from '@quincena/domain/search/schema'
import type { App } from '../../lib/access.ts'
import type { Deps } from '../../lib/deps.ts'
import { searchEverything } from './queries.ts'

/** The office's one search over all of its things. */
export function searchRoutes(app: App, deps: Deps) {
  app.route({
    method: 'GET',
    url: '/search',
    config: { access: 'staff' },
    schema: { tags: ['search'], querystring: quickSearchQuery, response: { 200: quickSearchAnswer } },
    handler: ({ query }) => searchEverything(deps.db, query.search),
  })
}
