import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** Without `startTracing` its spans are not recorded and cost next to nothing. */
export const tracer = () => trace.getTracer('quincena')

/** Ends the span as failed. The error's text stays out of it: it may hold values of a row. */
function fail(span: Span, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const name = error instanceof Error ? error.name : 'Error'
  span.setAttribute('error.type', code ?? name)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
  /** What the span is a part of; default: what runs now. */
  parent?: Context
}

/** Runs `work` as a span of the trace; a thrown error marks it as failed. */
function traced<Result>(
  name: string,
  { parent, ...options }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = async (span: Span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  return parent === undefined
    ? tracer().startActiveSpan(name, options, run)
    : tracer().startActiveSpan(name, options, parent, run)
}

/** Runs a job as a trace of its own. */
export const tracedJob = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  traced(
    `job ${name}`,
    { kind: SpanKind.CONSUMER, attributes: { 'quincena.job': name }, parent: ROOT_CONTEXT },
    work,
  )

/** Runs the call of a service outside this installation as a span. Its address and content stay out of it. */
export const tracedCall = <Result>(service: string, work: () => Promise<Result>): Promise<Result> =>
  traced(service, { kind: SpanKind.CLIENT, attributes: { 'peer.service': service } }, work)

/** The verb that a statement begins with: `SELECT`. */
const verbOf = (text: string) =>
  /^(?:\s|\/\*.*?\*\/)*(?<verb>\w+)/s.exec(text)?.groups?.verb?.toUpperCase() ?? 'QUERY'

/**
 * Records a statement of a running trace, `text` with placeholders for its values. Outside a trace, as in sweeps, nothing
 * is recorded.
 */
export function tracedStatement(text: string, answer: Promise<unknown>): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return
  const verb = verbOf(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
  const span = tracer().startSpan(verb, { kind: SpanKind.CLIENT, attributes })
  answer.then(
    () => span.end(),
    (error: unknown) => {
      fail(span, error)
      span.end()
    },
  )
}
