import { passwordLink, passwordLinkBody } from '@quincena/domain/sessions/password-link'
import { changePasswordBody, forgotPasswordBody, resetPasswordBody } from '@quincena/domain/sessions/schema'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf, originOf } from '../../../http/request.ts'
import { fewTries, nothing } from '../../../http/route-parts.ts'
import { changePassword, resetPassword } from '../commands/change-password.ts'
import { requestLink } from '../commands/password-links.ts'
import { getPasswordLink } from '../queries/access.ts'

/** Routes to choose a password, while signed in or with a mailed link. */
export function passwordRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.route({
    method: 'POST',
    url: '/auth/change-password',
    config: { access: 'any', rateLimit: fewTries },
    schema: { tags, body: changePasswordBody, response: { 204: nothing } },
    async handler(request, reply) {
      await changePassword(deps, contextOf(request), request.body)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'POST',
    url: '/auth/forgot-password',
    config: { access: 'public', rateLimit: fewTries },
    schema: { tags, body: forgotPasswordBody, response: { 202: z.object({}) } },
    async handler(request, reply) {
      await requestLink(deps, { email: request.body.email, kind: 'reset' })
      return reply.status(202).send({})
    },
  })
  // A POST, so that the token appears in no address and no log.
  app.route({
    method: 'POST',
    url: '/auth/password-link',
    config: { access: 'public', rateLimit: fewTries },
    schema: { tags, body: passwordLinkBody, response: { 200: passwordLink } },
    handler: (request) => getPasswordLink(deps.db, request.body.token, isoOf(deps.clock())),
  })
  app.route({
    method: 'POST',
    url: '/auth/reset-password',
    config: { access: 'public', rateLimit: fewTries },
    schema: { tags, body: resetPasswordBody, response: { 204: nothing } },
    async handler(request, reply) {
      await resetPassword(deps, originOf(request), request.body)
      return reply.status(204).send(null)
    },
  })
}
