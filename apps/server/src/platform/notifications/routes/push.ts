import { pushEndpointBody, pushKey, pushSubscriptionBody } from '@quincena/domain/push/schema'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { subscribe, unsubscribe } from '../commands/push.ts'

/** Routes of web push subscriptions. */
export function pushRoutes(app: App, deps: Deps) {
  const tags = ['notifications']
  app.get('/push/key', allow('any', { tags, response: { 200: pushKey } }), () => ({
    public_key: deps.secrets.vapid.public_key,
  }))
  app.post(
    '/push/subscriptions',
    allow('any', { tags, body: pushSubscriptionBody, response: { 204: nothing } }),
    async (request) => {
      await subscribe(deps, contextOf(request), request.body)
    },
  )
  app.delete(
    '/push/subscriptions',
    allow('any', { tags, body: pushEndpointBody, response: { 204: nothing } }),
    async (request) => {
      await unsubscribe(deps, contextOf(request), request.body.endpoint)
    },
  )
}
