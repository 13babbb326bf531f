import { pushEndpointBody, pushKey, pushSubscriptionBody } from '@quincena/domain/push/schema'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { subscribe, unsubscribe } from '../commands/push.ts'

/** Routes of web push subscriptions. */
export function pushRoutes(app: App, deps: Deps) {
  const tags = ['notifications']
  app.route({
    method: 'GET',
    url: '/push/key',
    config: { access: 'any' },
    schema: { tags, response: { 200: pushKey } },
    handler: () => ({ public_key: deps.secrets.vapid.public_key }),
  })
  app.route({
    method: 'POST',
    url: '/push/subscriptions',
    config: { access: 'any' },
    schema: { tags, body: pushSubscriptionBody, response: { 204: nothing } },
    async handler(request, reply) {
      await subscribe(deps, contextOf(request), request.body)
      return reply.status(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url: '/push/subscriptions',
    config: { access: 'any' },
    schema: { tags, body: pushEndpointBody, response: { 204: nothing } },
    async handler(request, reply) {
      await unsubscribe(deps, contextOf(request), request.body.endpoint)
      return reply.status(204).send(null)
    },
  })
}
