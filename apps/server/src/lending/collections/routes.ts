import { collectionPage, collectionQuery } from '@quincena/domain/collections/schema'
import { businessDay } from '@quincena/domain/dates'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { listCollections } from './queries.ts'

/** `GET /collections`: the loans that are late or fall due within a week. */
export function collectionRoutes(app: App, deps: Deps) {
  app.get(
    '/collections',
    allow('staff', {
      tags: ['collections'],
      querystring: collectionQuery,
      response: { 200: collectionPage },
    }),
    async (request) => {
      const today = businessDay(deps.clock())
      const list = await deps.reads.run(request.signedIn, (db) => listCollections(db, today, request.query))
      return { ...pageAnswer(request, list), ages: list.ages }
    },
  )
}
