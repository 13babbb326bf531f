import type { FastifyRequest } from 'fastify'
import type { App } from './access.ts'

/** What pages may use of the device: where a contract was signed, and passkeys. */
const permissions = [
  'geolocation=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  ...['camera', 'microphone', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'].map(
    (name) => `${name}=()`,
  ),
].join(', ')

/** The policy of answers that are no page: opened by themselves they load and run nothing, in no frame. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Path of the route that answers, which callers may spell in other ways: escaped, or after a scheme and host. Paths of
 * the web app's wildcard route, and those without a route, are as the caller spells them.
 */
function pathOf({ routeOptions, url }: FastifyRequest): string {
  const route = routeOptions.url
  return route === undefined || route.endsWith('*') ? url.replace(/^https?:\/\/[^/]*/i, '') : route
}

/**
 * Sets headers on every answer: what its page may use of the device, and for the API, unless a route sets others,
 * `no-store` and a policy that loads nothing. It runs before the guards, so that refusals have them too.
 */
export function setHeaders(app: App, api: string) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', permissions)
    if (pathOf(request).startsWith(`${api}/`))
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': apiPolicy })
    done()
  })
}
