import { businessDay } from '@quincena/domain/dates'
import { pageOf } from '@quincena/domain/page'
import { registerBody, userForm, userPatch } from '@quincena/domain/users/forms'
import {
  takenAnswer,
  takenQuery,
  user,
  userDetail,
  userListItem,
  userQuery,
} from '@quincena/domain/users/schema'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { requireFactor } from '../../../http/factor.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams, nothing } from '../../../http/route-parts.ts'
import { createUser, registerStaff } from '../commands/create-user.ts'
import { deactivateUser } from '../commands/deactivate-user.ts'
import { inviteAgain } from '../commands/invite-again.ts'
import { reactivateUser } from '../commands/reactivate-user.ts'
import { updateUser } from '../commands/update-user.ts'
import { getUserDetail, isTaken, listUsers } from '../queries/users.ts'

/** The user whom a call concerns, and the check that the command makes if it concerns staff. */
const idAndFactor = (request: FastifyRequest<{ Params: { id: number } }>) => ({
  id: request.params.id,
  requireFactor: () => requireFactor(request, 'recent'),
})

/** Routes of workers and staff users. */
export function userRoutes(app: App, deps: Deps) {
  const tags = ['users']
  app.get(
    '/auth/users',
    allow('staff', { tags, querystring: userQuery, response: { 200: pageOf(userListItem) } }),
    async (request) => {
      const list = await deps.reads.run(request.signedIn, (db) => listUsers(db, request.query))
      return pageAnswer(request, list)
    },
  )
  app.post('/auth/users', allow('staff', { tags, body: userForm, response: { 201: user } }), (request) => {
    if (request.body.user_type !== 'U2') requireFactor(request, 'recent')
    return createUser(deps, contextOf(request), request.body)
  })
  app.get(
    '/auth/user/:id',
    allow('any', { tags, params: idParams, response: { 200: userDetail } }, { views: 'user' }),
    (request) =>
      getUserDetail(deps.db, contextOf(request), {
        id: request.params.id,
        today: businessDay(deps.clock()),
      }),
  )
  for (const method of ['put', 'patch'] as const) {
    app[method](
      '/auth/user/:id/update',
      allow('any', { tags, params: idParams, body: userPatch, response: { 200: user } }, { views: 'user' }),
      (request) => updateUser(deps, contextOf(request), { ...idAndFactor(request), patch: request.body }),
    )
  }
  app.delete(
    '/auth/user/:id',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }),
    (request) => deactivateUser(deps, contextOf(request), idAndFactor(request)),
  )
  app.post(
    '/auth/user/:id/reactivate',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }),
    (request) => reactivateUser(deps, contextOf(request), idAndFactor(request)),
  )
  app.post(
    '/auth/user/:id/invite',
    allow('staff', { tags, params: idParams, response: { 204: nothing } }),
    (request) => inviteAgain(deps, contextOf(request), request.params.id),
  )
  app.post(
    '/auth/register',
    allow('admin', { tags, body: registerBody, response: { 201: user } }, { factor: 'recent' }),
    (request) => registerStaff(deps, contextOf(request), request.body),
  )
  app.get(
    '/auth/taken',
    allow('staff', { tags, querystring: takenQuery, response: { 200: takenAnswer } }),
    async (request) => ({ taken: await isTaken(deps.db, request.query) }),
  )
}
