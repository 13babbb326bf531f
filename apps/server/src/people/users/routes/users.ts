import { pageOf } from '@quincena/domain/page'
import { registerBody, userForm, userPatch } from '@quincena/domain/users/forms'
import { takenAnswer, takenQuery, user, userListItem, userQuery } from '@quincena/domain/users/schema'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams, nothing } from '../../../http/route-parts.ts'
import { getUser } from '../../accounts/queries.ts'
import { createUser, registerStaff } from '../commands/create-user.ts'
import { deactivateUser } from '../commands/deactivate-user.ts'
import { inviteAgain } from '../commands/invite-again.ts'
import { reactivateUser } from '../commands/reactivate-user.ts'
import { updateUser } from '../commands/update-user.ts'
import { isTaken, listUsers } from '../queries/users.ts'

/** Routes of workers and staff users. */
export function userRoutes(app: App, deps: Deps) {
  const tags = ['users']
  app.route({
    method: 'GET',
    url: '/auth/users',
    config: { access: 'staff' },
    schema: { tags, querystring: userQuery, response: { 200: pageOf(userListItem) } },
    handler: async (request) => pageAnswer(request, request.query, await listUsers(deps.db, request.query)),
  })
  app.route({
    method: 'POST',
    url: '/auth/users',
    config: { access: 'staff' },
    schema: { tags, body: userForm, response: { 201: user } },
    handler: async (request, reply) =>
      reply.status(201).send(await createUser(deps, contextOf(request), request.body)),
  })
  app.route({
    method: 'GET',
    url: '/auth/user/:id',
    config: { access: 'any' },
    schema: { tags, params: idParams, response: { 200: user } },
    handler: (request) => getUser(deps.db, contextOf(request), request.params.id),
  })
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/auth/user/:id/update',
    config: { access: 'any' },
    schema: { tags, params: idParams, body: userPatch, response: { 200: user } },
    handler: (request) =>
      updateUser(deps, contextOf(request), { id: request.params.id, patch: request.body }),
  })
  app.route({
    method: 'DELETE',
    url: '/auth/user/:id',
    config: { access: 'admin' },
    schema: { tags, params: idParams, response: { 204: nothing } },
    async handler(request, reply) {
      await deactivateUser(deps, contextOf(request), request.params.id)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'POST',
    url: '/auth/user/:id/reactivate',
    config: { access: 'admin' },
    schema: { tags, params: idParams, response: { 204: nothing } },
    async handler(request, reply) {
      await reactivateUser(deps, contextOf(request), request.params.id)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'POST',
    url: '/auth/user/:id/invite',
    config: { access: 'staff' },
    schema: { tags, params: idParams, response: { 204: nothing } },
    async handler(request, reply) {
      await inviteAgain(deps, contextOf(request), request.params.id)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'POST',
    url: '/auth/register',
    config: { access: 'admin' },
    schema: { tags, body: registerBody, response: { 201: user } },
    handler: async (request, reply) =>
      reply.status(201).send(await registerStaff(deps, contextOf(request), request.body)),
  })
  app.route({
    method: 'GET',
    url: '/auth/taken',
    config: { access: 'staff' },
    schema: { tags, querystring: takenQuery, response: { 200: takenAnswer } },
    handler: async (request) => ({ taken: await isTaken(deps.db, request.query) }),
  })
}
