import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino, type SerializedError } from 'pino'
import type { Env } from '../env.ts'

/** Query parameters that may be logged: paging and filters, but no personal data; a company's id, but not its name. */
const plainParameters = [
  'page',
  'page_size',
  'ordering',
  'format',
  'preview',
  'expires',
  'field',
  'from',
  'to',
  'operation_date',
  ...['status', 'state', 'type', 'user_type', 'loan', 'loan__id', 'user__id', 'is_active', 'open', 'id__in'],
]
const personalParameter = new RegExp(
  `(?<=[?&](?!(?:${plainParameters.join('|')})=|company=\\d+(?:&|$))[^=&]*=)[^&]+`,
  'g',
)

/**
 * A URL without secrets (STP's webhook secret, signatures of file links) and without personal search values (names,
 * e-mail addresses, CURP, account numbers).
 */
function withoutSecrets(url: string): string {
  return url.replace(/(?<=\/stp\/webhooks\/)[^/?]+/, '…').replace(personalParameter, '…')
}

function withoutRow({ detail: _row, where: _place, ...rest }: SerializedError): object {
  const { aggregateErrors: parts, ...one } = rest
  return parts === undefined ? one : { ...one, aggregateErrors: parts.map(withoutRow) }
}

/** An error without the row values that PostgreSQL quotes; constraint, table and code stay. */
function loggedError(error: unknown) {
  return error instanceof Error ? withoutRow(pino.stdSerializers.err(error)) : error
}

/** A request as it is logged: no headers, no secrets and no personal data. */
function loggedRequest({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), host, remoteAddress: ip }
}

/** Creates the process's only log: JSON lines on the standard output, or in a test's stream. */
export function createLog(
  { log_level }: Pick<Env, 'log_level'>,
  stream?: { write(line: string): void },
): FastifyBaseLogger {
  const options = { level: log_level, serializers: { req: loggedRequest, err: loggedError } }
  return stream === undefined ? pino(options) : pino(options, stream)
}
