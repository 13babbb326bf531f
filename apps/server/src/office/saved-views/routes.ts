import { idText } from '@quincena/domain/fields'
import {
  savedView,
  savedViewBody,
  savedViewPatch,
  savedViewQuery,
  savedViews,
} from '@quincena/domain/saved-views/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { nothing } from '../../http/route-parts.ts'
import { changeView, deleteView, saveView } from './commands.ts'
import { listSavedViews } from './queries.ts'

const params = z.object({ id: idText })

/** Routes of the named filters that a member of staff saves for their own use. */
export function savedViewRoutes(app: App, deps: Deps) {
  const tags = ['saved views']
  app.get(
    '/saved-views',
    allow('staff', { tags, querystring: savedViewQuery, response: { 200: savedViews } }),
    (request) => listSavedViews(deps.db, { user_id: contextOf(request).user.id, ...request.query }),
  )
  app.post(
    '/saved-views',
    allow('staff', { tags, body: savedViewBody, response: { 201: savedView } }),
    (request) => saveView(deps, contextOf(request), request.body),
  )
  app.patch(
    '/saved-views/:id',
    allow('staff', { tags, params, body: savedViewPatch, response: { 200: savedView } }),
    (request) => changeView(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )
  app.delete(
    '/saved-views/:id',
    allow('staff', { tags, params, response: { 204: nothing } }),
    async (request) => {
      await deleteView(deps, contextOf(request), request.params.id)
    },
  )
}
