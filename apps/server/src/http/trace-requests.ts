import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import { tracer } from '../integrations/tracing/spans.ts'
import type { App } from './access.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The id of a request's trace, for its line of the log; undefined if it is not traced. */
export const traceOf = (request: FastifyRequest): string | undefined =>
  spans.get(request)?.spanContext().traceId

/**
 * Makes each request a span of the caller's trace (`traceparent`) or of a new one, named by its route. URLs stay out of
 * it: they may hold secrets and personal data.
 */
export function traceRequests(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request
    const route = routeOptions.url ?? 'unknown route'
    const attributes = { 'http.request.method': method, 'http.route': route, 'quincena.request_id': id }
    const parent = propagation.extract(context.active(), headers)
    const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    if (!span.isRecording()) return done()
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    if (span === undefined) return
    span.setAttribute('http.response.status_code', statusCode)
    if (request.problem !== undefined) span.setAttribute('quincena.code', request.problem)
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}
