import {
  recoveryCodes,
  twoFactorConfirmBody,
  twoFactorOffBody,
  twoFactorStart,
  twoFactorState,
} from '@quincena/domain/sessions/two-factor'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { fewTries, idParams, nothing } from '../../../http/route-parts.ts'
import { resetTwoFactor, turnOffTwoFactor } from '../commands/disable-two-factor.ts'
import { confirmTwoFactor, startTwoFactor } from '../commands/enable-two-factor.ts'
import { getTwoFactor } from '../queries/two-factor.ts'

/** Routes of the second step of a sign-in: time-based codes (RFC 6238) and recovery codes. */
export function twoFactorRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.route({
    method: 'GET',
    url: '/auth/two-factor',
    config: { access: 'any' },
    schema: { tags, response: { 200: twoFactorState } },
    handler: (request) => getTwoFactor(deps.db, contextOf(request).user.id),
  })
  app.route({
    method: 'POST',
    url: '/auth/two-factor',
    config: { access: 'any', rateLimit: fewTries },
    schema: { tags, response: { 200: twoFactorStart } },
    async handler(request, reply) {
      const started = await startTwoFactor(deps, contextOf(request))
      return reply.header('cache-control', 'no-store').send(started)
    },
  })
  app.route({
    method: 'POST',
    url: '/auth/two-factor/confirm',
    config: { access: 'any', rateLimit: fewTries },
    schema: { tags, body: twoFactorConfirmBody, response: { 200: recoveryCodes } },
    async handler(request, reply) {
      const codes = await confirmTwoFactor(deps, contextOf(request), request.body.code)
      return reply.header('cache-control', 'no-store').send(codes)
    },
  })
  app.route({
    method: 'DELETE',
    url: '/auth/two-factor',
    config: { access: 'any', rateLimit: fewTries },
    schema: { tags, body: twoFactorOffBody, response: { 204: nothing } },
    async handler(request, reply) {
      await turnOffTwoFactor(deps, contextOf(request), request.body)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url: '/auth/user/:id/two-factor',
    config: { access: 'admin' },
    schema: { tags, params: idParams, response: { 204: nothing } },
    async handler(request, reply) {
      await resetTwoFactor(deps, contextOf(request), request.params.id)
      return reply.status(204).send(null)
    },
  })
}
