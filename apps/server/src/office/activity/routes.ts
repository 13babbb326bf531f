import { activityPage, activityQuery } from '@quincena/domain/activity/schema'
import { NOTED_KINDS } from '@quincena/domain/notes/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { idParams } from '../../http/route-parts.ts'
import { listActivity } from './queries.ts'

/** Routes of what happened to a loan, a person, a company or an STP order, notes included. */
export function activityRoutes(app: App, deps: Deps) {
  for (const kind of NOTED_KINDS) {
    app.get(
      `/activity/${kind}/:id`,
      allow('staff', {
        ...{ tags: ['activity'], params: idParams, querystring: activityQuery },
        response: { 200: activityPage },
      }),
      async (request) => {
        const record = { kind, id: request.params.id }
        return pageAnswer(request, await listActivity(deps.db, { record, ...request.query }))
      },
    )
  }
}
