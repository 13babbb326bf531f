import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawServerDefault,
  RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor } from './context.ts'
import { AppError } from './errors.ts'

/** Who may call a route; «any» leaves the question whose thing it is to the query, which answers 404. */
export type Access = 'public' | 'any' | 'worker' | 'staff' | 'admin' | 'stp'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface SignedIn {
  session_id: number
  user: Actor
}

/** Counts a call against its address, or only looks. */
export type CountTries = ReturnType<App['createRateLimit']>

/** What a route says of the session it is called in. */
export interface SessionRule {
  /** Not activity: does not move the idle limit. */
  passive?: boolean
  /** Only ends it, which one that is idle too long may be as well. */
  ends?: boolean
}

export type FindSession = (token: string, rule: SessionRule) => Promise<SignedIn | undefined>

declare module 'fastify' {
  interface FastifyContextConfig extends SessionRule {
    access?: Access
    /** 'required': no call without a key. 'kept': required, and remembered for ever. */
    idempotency?: 'required' | 'kept'
  }
  interface FastifyRequest {
    signedIn: SignedIn | undefined
  }
}

const roles: Record<Access, readonly Actor['user_type'][]> = {
  public: [],
  stp: [],
  any: ['U0', 'U1', 'U2'],
  worker: ['U2'],
  staff: ['U0', 'U1'],
  admin: ['U0'],
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

function requireKey(request: FastifyRequest) {
  const rule = request.routeOptions.config.idempotency
  const key = request.headers['idempotency-key']
  if (key === undefined) {
    if (rule !== undefined) throw new AppError('idempotency_key_required', 400)
    return
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key))
    throw new AppError('idempotency_key_invalid', 400)
}

/**
 * Whose session the token is. Tokens that are nobody's count against the address they come from; above the limit none
 * of its tokens is looked up until the minute is over.
 */
async function recognise(
  request: FastifyRequest,
  find: (token: string) => ReturnType<FindSession>,
  count: CountTries,
) {
  const token = bearerToken(request)
  if (token === undefined) throw new AppError('session.required', 401)
  const tries = await count(request, { increment: false })
  if (!tries.isAllowed && tries.remaining === 0) throw new AppError('request.too_many', 429)
  const found = await find(token)
  if (found !== undefined) return found
  await count(request)
  throw new AppError('session.required', 401)
}

/** The server does not start with a route that says not who may call it; every call is checked before its body is read. */
export function guardRoutes(app: App, findSession: FindSession, wrongTokens: CountTries) {
  app.decorateRequest('signedIn', undefined)
  const undeclared: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && route.method !== 'OPTIONS') undeclared.push(route)
  })
  // Judged when all are there: a plugin's own routes get their access from the scope around it.
  app.addHook('onReady', async () => {
    const route = undeclared.find(({ config }) => config?.access === undefined)
    if (route !== undefined) throw new Error(`${route.method} ${route.url} does not declare its access`)
  })
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    const { access } = config
    if (access === undefined || roles[access].length === 0) return
    const found = await recognise(request, (token) => findSession(token, config), wrongTokens)
    request.signedIn = found
    if (!roles[access].includes(found.user.user_type)) throw new AppError('route.forbidden', 403)
    requireKey(request)
  })
}
