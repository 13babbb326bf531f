import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandContext } from '../command/context.ts'
import { AppError } from '../command/errors.ts'
import { isLoopback } from '../config/formats.ts'
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
  const url = request.url.replace(/\/(?=\?|$)/, '')
  // Each token of the API has keys of its own, apart from those of the person who answers for it.
  const token_id = request.signedIn?.api_token?.id
  const path = token_id === undefined ? url : `token ${token_id} ${url}`
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
    ...(signedIn.api_token !== undefined && { api_token_id: signedIn.api_token.id }),
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

const isHost = (request: FastifyRequest) =>
  /^[\w.:[\]-]+$/.test(request.host) && URL.canParse(addressOf(request))

/**
 * Refuses requests for a host that is not the app's before anything else, because links in answers contain the host:
 * `request.unreadable` (400) where it is no host at all, `request.other_host` (421) where it is neither that of
 * PUBLIC_URL nor of this machine. Without PUBLIC_URL every host is the app's. STP may call by another name.
 */
export function guardHost(app: App, public_url: string | undefined): void {
  const own = public_url === undefined ? undefined : new URL(public_url).host
  app.addHook('onRequest', async (request) => {
    if (!isHost(request)) throw new AppError('request.unreadable', 400)
    if (own === undefined || request.host === own || isLoopback(new URL(addressOf(request)).hostname)) return
    if (request.routeOptions.config.access !== 'stp') throw new AppError('request.other_host', 421)
  })
}

/**
 * Warns once where `X-Forwarded-For` arrives from an address that TRUST_PROXY does not name: then all users behind that
 * proxy count as one address.
 */
export function warnOfUnknownProxy(app: App): void {
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined || request.ips !== undefined) return
    hasWarned = true
    const address = request.socket.remoteAddress
    app.log.warn(
      `TRUST_PROXY: X-Forwarded-For comes from ${address}, which is not named there; if it is your proxy, set it`,
    )
  })
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
