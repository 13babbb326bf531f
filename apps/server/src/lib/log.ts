import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino, type SerializedError } from 'pino'
import type { Env } from '../env.ts'

/** What a query may say in a log: how a list is cut, never whom it is about; of a company its number, not its name. */
const plainParameters = [
  ...[
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
  ],
  ...['status', 'state', 'type', 'user_type', 'loan', 'loan__id', 'user__id', 'is_active', 'open'],
]
const personalParameter = new RegExp(
  `(?<=[?&](?!(?:${plainParameters.join('|')})=|company=\\d+(?:&|$))[^=&]*=)[^&]+`,
  'g',
)

/**
 * An address without what opens something (the secret of STP's callbacks, the signature of a link to a file) and
 * without what people are looked for by: names, e-mail addresses, CURP, account numbers.
 */
function withoutSecrets(url: string): string {
  return url.replace(/(?<=\/stp\/webhooks\/)[^/?]+/, '…').replace(personalParameter, '…')
}

function withoutRow({ detail: _row, where: _place, ...rest }: SerializedError): object {
  const { aggregateErrors: parts, ...one } = rest
  return parts === undefined ? one : { ...one, aggregateErrors: parts.map(withoutRow) }
}

/** An error without the values of the row that the database quotes beside it; constraint, table and code stay. */
function loggedError(error: unknown) {
  return error instanceof Error ? withoutRow(pino.stdSerializers.err(error)) : error
}

/** What the log says of a request: no header, nothing that would open anything, and nobody's data. */
function loggedRequest({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), host, remoteAddress: ip }
}

/** The process's one log: lines of JSON on the standard output, or where a test wants them. */
export function createLog(
  { log_level }: Pick<Env, 'log_level'>,
  stream?: { write(line: string): void },
): FastifyBaseLogger {
  const options = { level: log_level, serializers: { req: loggedRequest, err: loggedError } }
  return stream === undefined ? pino(options) : pino(options, stream)
}
