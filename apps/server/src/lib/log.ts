import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Env } from '../env.ts'

/** An address without what opens something: the secret of STP's callbacks, the signature of a link to a file. */
function withoutSecrets(url: string): string {
  return url.replace(/(?<=\/stp\/webhooks\/)[^/?]+/, '…').replace(/(?<=[?&]signature=)[^&]+/g, '…')
}

/** What the log says of a request: no header, and nothing that would open anything. */
function loggedRequest({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), host, remoteAddress: ip }
}

/** The process's one log: lines of JSON on the standard output, or where a test wants them. */
export function createLog(
  { log_level }: Pick<Env, 'log_level'>,
  stream?: { write(line: string): void },
): FastifyBaseLogger {
  const options = { level: log_level, serializers: { req: loggedRequest } }
  return stream === undefined ? pino(options) : pino(options, stream)
}
