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
const nothingElse = "default-src 'none'; frame-ancestors 'none'"

/**
 * Sets headers on every answer: what its page may use of the device, and for the API, unless a route sets others, that
 * it is kept nowhere and is no page. It runs before the guards, so that refusals have them too.
 */
export function setHeaders(app: App, api: string) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', permissions)
    if (request.url.startsWith(`${api}/`))
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': nothingElse })
    done()
  })
}
