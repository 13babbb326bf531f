import { messages } from '@quincena/domain/messages'
import Fastify from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import type { App } from './access.ts'
import { serializerCompiler } from './answer-compiler.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { findBadCharacters } from './ill-formed.ts'
import type { createLog } from './log.ts'
import { answerError, sendProblem } from './problem.ts'
import { answerRequestIds, requestId, requestLog } from './request-log.ts'
import { traceRequests } from './trace-requests.ts'

/** Accepts an empty body with a JSON content type on routes that need no body. */
function readJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && request.routeOptions.schema?.body === undefined) return done(null)
    void parse(request, text, (error, body) => done(error ?? findBadCharacters(text, body), body))
  })
}

interface CreateOptions {
  log: ReturnType<typeof createLog>
  limits: ConnectionLimits
  answers?: typeof serializerCompiler | undefined
}

/** Creates an application without routes: its limits, how it reads bodies and how it answers errors. */
export function createApp(deps: Deps, { log, limits, answers = serializerCompiler }: CreateOptions): App {
  const app: App = Fastify({
    loggerInstance: log,
    genReqId: requestId,
    logController: requestLog,
    trustProxy: deps.env.trust_proxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1024 * 1024,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // What arrives while the process closes is answered; its connection closes afterwards.
    return503OnClosing: false,
    // A path with escapes that are not UTF-8 reaches no route.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    requestTimeout: limits.request_ms,
    connectionTimeout: limits.idle_ms,
    maxRequestsPerSocket: limits.requests_per_connection,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(answers)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  readJson(app)
  answerRequestIds(app)
  traceRequests(app)
  limitConnections(app, limits, deps.env.trust_proxy)
  app.setNotFoundHandler((request, reply) => {
    sendProblem(request, reply, { status: 404, code: 'route.not_found', detail: messages['route.not_found'] })
  })
  return app
}
