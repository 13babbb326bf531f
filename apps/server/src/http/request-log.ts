import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { App } from './access.ts'
import { traceOf } from './trace-requests.ts'

const header = 'x-request-id'
/** What a proxy sends; anything else could forge lines of the log. */
const plainId = /^[\w.:/+=-]{1,128}$/

/** The id of a request: that of the proxy in front, if it sent one in `X-Request-Id`, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers[header]
  return typeof given === 'string' && plainId.test(given) ? given : randomUUID()
}

/** Asked for every few seconds by balancers and monitors. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Writes one line for each request when it is answered. */
class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? null
    const isQuiet = route !== null && probes.has(route) && status < 400
    const trace_id = traceOf(request)
    const line = {
      ...{ req: request, route, status, ms: Math.round(elapsedTime) },
      ...(request.problem !== undefined && { code: request.problem }),
      ...(request.signedIn && { user: request.signedIn.user.id }),
      ...(request.signedIn?.api_token && { api_token: request.signedIn.api_token.id }),
      ...(trace_id !== undefined && { trace_id }),
      ...(error && { err: error }),
    }
    request.log[isQuiet ? 'debug' : 'info'](line, 'request')
  }
}

/**
 * The log of requests: one line for each, with method, URL without secrets, route, status, milliseconds, the code of a
 * problem, the ids of the user, the token of the API and the trace. Probes that succeed are logged at the level debug only.
 */
export const requestLog = new RequestLog({ requestIdLogLabel: 'request_id' })

/** Answers each request's id in `X-Request-Id`. */
export function answerRequestIds(app: App) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(header, request.id)
  })
}
