import { type MessageCode, messages } from '@quincena/domain/messages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { conflictFromConstraint } from '../command/constraints.ts'
import { AppError } from '../command/errors.ts'
import { isUnavailable } from '../db/unavailable.ts'

interface Problem {
  status: number
  code: string
  detail: string
  errors?: Record<string, string[]> | undefined
}

/** The title of each status. */
export const titles: Record<number, string> = {
  400: 'Petición ilegible',
  401: 'Sesión requerida',
  403: 'Sin permiso',
  404: 'No encontrado',
  409: 'Conflicto',
  413: 'Demasiado grande',
  415: 'Tipo no admitido',
  422: 'Datos inválidos',
  421: 'Otra dirección',
  423: 'Bloqueado',
  429: 'Demasiadas peticiones',
  499: 'Petición cancelada',
  500: 'Error del servidor',
  503: 'No disponible',
}

const byStatus: Record<number, MessageCode> = {
  400: 'request.unreadable',
  404: 'route.not_found',
  413: 'request.too_large',
  415: 'request.wrong_type',
  429: 'request.too_many',
  503: 'server.unavailable',
}

function fieldErrors(error: FastifyError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.') || '_'
    errors[field] = [...(errors[field] ?? []), message ?? '']
  }
  return errors
}

function validationProblem(error: FastifyError): Problem {
  // An id that is not a number is treated as an unknown id.
  if (error.validationContext === 'params')
    return { status: 404, code: 'route.not_found', detail: messages['route.not_found'] }
  return {
    status: 422,
    code: 'request.invalid',
    detail: messages['request.invalid'],
    errors: fieldErrors(error),
  }
}

/** PostgreSQL's codes for a NUL, which it cannot store in text or in JSON. */
const unstorableText = new Set(['22021', '22P05'])

function isUnstorable(error: FastifyError | AppError): boolean {
  return unstorableText.has(error.code)
}

function problemOf(error: FastifyError | AppError): Problem {
  const known = error instanceof AppError ? error : conflictFromConstraint(error)
  if (known !== undefined) return known
  if (isUnstorable(error))
    return { status: 422, code: 'request.invalid', detail: messages['request.invalid'] }
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error as FastifyError)
  if (isUnavailable(error))
    return { status: 503, code: 'server.unavailable', detail: messages['server.unavailable'] }
  if (error.code === 'FST_FILES_LIMIT')
    return { status: 422, code: 'request.one_file', detail: messages['request.one_file'] }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const code = byStatus[status]
  if (code !== undefined) return { status, code, detail: messages[code] }
  if (status >= 400 && status < 500)
    return { status, code: 'request.unreadable', detail: messages['request.unreadable'] }
  return { status: 500, code: 'server.error', detail: messages['server.error'] }
}

/** Whether the caller left before the whole request arrived: anybody can do that, so it is no fault of ours. */
const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** Turns every error into a response (RFC 9457). A 5xx is logged, and its response does not reveal the cause. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, detail, errors } = problemOf(error)
  if (error instanceof AppError && error.retry_after_s !== undefined)
    reply.header('retry-after', error.retry_after_s)
  const isFault = status >= 500 && !(error instanceof AppError) && !hasLeft(request)
  if (isFault) request.log.error({ err: error }, 'request failed')
  return sendProblem(request, reply, { status, code, detail, errors })
}

/** Sends a problem as `application/problem+json` with its title and the request id. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const { status, code, detail, errors } = problem
  request.problem = code
  const body = {
    type: `urn:quincena:${code}`,
    title: titles[status] ?? 'Error',
    status,
    detail,
    code,
    errors,
    request_id: request.id,
  }
  return reply.status(status).type('application/problem+json').serializer(JSON.stringify).send(body)
}
