import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandContext } from '../command/context.ts'
import { AppError } from '../command/errors.ts'
import type { App } from './access.ts'
import { addressOf } from './address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    command: CommandContext | undefined
  }
}

function bodyHash(request: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest()
}

function idempotencyOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  // Results of /auth/* are never stored: they contain passwords, tokens or personal data.
  if (typeof key !== 'string' || request.routeOptions.url?.includes('/api/auth/') === true) return {}
  const path = request.url.replace(/\/(?=\?|$)/, '')
  const keep = request.routeOptions.config.idempotency === 'kept'
  return { idempotency: { key, method: request.method, path, body_sha256: bodyHash(request), keep } }
}

/**
 * The command context of a signed-in request, for handlers: one per request, so that `runCommand` marks the context that
 * the response is made from. Throws `session.required` (401).
 */
export function contextOf(request: FastifyRequest): CommandContext {
  const { signedIn } = request
  if (signedIn === undefined) throw new AppError('session.required', 401)
  request.command ??= {
    user: signedIn.user,
    session_id: signedIn.session_id,
    ip: request.ip,
    user_agent: request.headers['user-agent'] ?? null,
    ...idempotencyOf(request),
  }
  return request.command
}

/** Adds the header `idempotent-replay` to every response whose command returned an earlier result. */
export function markReplays(app: App) {
  app.decorateRequest('command', undefined)
  app.addHook('onSend', async (request, reply) => {
    if (request.command?.replayed === true) reply.header('idempotent-replay', 'true')
  })
}

/** Where a request comes from, signed in or not. */
export interface Origin {
  ip: string | null
  user_agent: string | null
}

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, user_agent: request.headers['user-agent'] ?? null }
}

/** Refuses a request with an invalid host (400) before anything else, because links in responses contain the host. */
export function refuseNoHost(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  const isHost = /^[\w.:[\]-]+$/.test(request.host) && URL.canParse(addressOf(request))
  done(isHost ? undefined : new AppError('request.unreadable', 400))
}

/** A signal that aborts when the caller disconnects before the response was sent; already aborted if they have left. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnect = new AbortController()
  if (reply.raw.destroyed) disconnect.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort()
  })
  return disconnect.signal
}
