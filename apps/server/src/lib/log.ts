import type { FastifyRequest } from 'fastify'

/** An address without what opens something: the secret of STP's callbacks, the signature of a link to a file. */
function withoutSecrets(url: string): string {
  return url.replace(/(?<=\/stp\/webhooks\/)[^/?]+/, '…').replace(/(?<=[?&]signature=)[^&]+/g, '…')
}

/** What the log says of a request: no header, and nothing that would open anything. */
export function loggedRequest({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), host, remoteAddress: ip }
}
