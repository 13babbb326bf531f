import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiScope } from '@quincena/domain/api-tokens/scopes'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor } from '../command/context.ts'
import { AppError } from '../command/errors.ts'
import { cookieToken, isMeantSession, requireOwnSiteToChange, type Site } from './session-cookie.ts'

/** Who may call a route. `any`: every signed-in user; the query checks whose the record is and answers 404. */
export type Access = 'public' | 'any' | 'worker' | 'staff' | 'admin' | 'stp'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The token of the API that sends a request. */
export interface ApiCaller {
  id: number
  scopes: readonly ApiScope[]
  /** The only company that it reaches; null: all. */
  company_id: number | null
}

export interface SignedIn {
  /** Null: a token of the API. */
  session_id: number | null
  user: Actor
  /** The token of the API; then `user` is who answers for it, with the rights of a manager. */
  api_token?: ApiCaller
  /** Seconds since this session used a second factor; null: never. */
  factor_age_s?: number | null
  /** Staff typed the user's password, so that they may only choose another. */
  must_change_password?: boolean
  /** Seconds until the session ends if no activity follows. */
  idle_left_s: number
  /** What its lists have to show, for `Reads`. */
  needed_position?: number | undefined
}

/** Counts a request against its IP address, or only reads the count. */
type CountAttempts = ReturnType<App['createRateLimit']>

/** How a route treats the session that calls it. */
export interface SessionRule {
  /** The request is not activity: it does not extend the idle limit. */
  passive?: boolean
  /** The request only ends the session, so an idle session is accepted too. */
  ends?: boolean
  /** The request changes nothing, as every GET: the session may come from a replica if the primary does not answer. */
  reads?: boolean
}

/** True for a request that changes nothing. */
export const isReading = (method: string, reads: boolean | undefined) =>
  method === 'GET' || method === 'HEAD' || reads === true

type FindSession = (token: string, rule: SessionRule) => Promise<SignedIn | undefined>
type FindOpenSessions = (session_ids: readonly number[]) => Promise<Set<number>>

/** Records whose whole data staff see. */
export type ViewedKind = 'user' | 'loan' | 'payment' | 'transfer' | 'incoming_payment'

/** A document of a person, opened by a link that the server signed for a member of the staff. */
interface OpenedFile {
  staff_id: number
  user_id: number
  document: number
}

declare module 'fastify' {
  interface FastifyContextConfig extends SessionRule {
    access?: Access
    /** 'required': the request needs a key, kept 48 hours. 'kept': required, and never deleted. */
    idempotency?: 'required' | 'kept'
    /** The answer shows a person's whole data, or accounts: what staff see is recorded, also of a call that changes. */
    views?: ViewedKind
  }
  interface FastifyRequest {
    /** The code of the problem that was answered. */
    problem: string | undefined
    /** The file that a signed link opened. */
    openedFile: OpenedFile | undefined
    signedIn: SignedIn | undefined
  }
  interface FastifyInstance {
    /** Which of these sessions are still open, for responses that last longer than a request. No activity. */
    findOpenSessions: FindOpenSessions
  }
}

/** Options of a route: who may call it, what it takes and answers, and further rules such as a rate limit. */
export function allow<const Schema extends FastifySchema>(
  access: Access,
  schema: Schema,
  rules: Omit<FastifyContextConfig, 'access'> = {},
) {
  return { config: { ...rules, access }, schema }
}

const roles: Record<Access, readonly Actor['user_type'][]> = {
  public: [],
  stp: [],
  any: ['U0', 'U1', 'U2'],
  worker: ['U2'],
  staff: ['U0', 'U1'],
  admin: ['U0'],
}

/** The token of `Authorization: Bearer`; undefined without one. */
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

/** The prefix of all tokens of the API, so that leaked ones are found. */
export const apiTokenPrefix = 'quincena_'

interface Guard {
  findSession: FindSession
  /** The caller of a token of the API; undefined if it does not work. */
  findApiToken: (token: string, ip: string) => Promise<SignedIn | undefined>
  findOpenSessions: FindOpenSessions
  wrongTokens: CountAttempts
  site: Site
}

function findCaller(
  request: FastifyRequest,
  { bearer, token, guard }: { bearer: string | undefined; token: string; guard: Guard },
) {
  if (bearer?.startsWith(apiTokenPrefix) === true) return guard.findApiToken(bearer, request.ip)
  const { config } = request.routeOptions
  return guard.findSession(token, { ...config, reads: isReading(request.method, config.reads) })
}

/**
 * Finds the session of the bearer token, or without one of the cookie. Unknown tokens are counted per IP address: above
 * the limit they answer `request.too_many` (429) until the minute is over, while sessions of people behind the same
 * address go on. Throws `session.required` (401), also for a cookie of another session than the caller names, and
 * `request.other_site` (403) for a change with a cookie that no page of this app sent.
 */
async function recognise(request: FastifyRequest, guard: Guard) {
  const { wrongTokens, site } = guard
  const bearer = bearerToken(request)
  const token = bearer ?? cookieToken(site, request)
  if (token === undefined) throw new AppError('session.required', 401)
  if (bearer === undefined) requireOwnSiteToChange(site, request)
  const session = await findCaller(request, { bearer, token, guard })
  if (session === undefined) {
    const attempts = await wrongTokens(request)
    if (!attempts.isAllowed && attempts.isExceeded) throw new AppError('request.too_many', 429)
  }
  if (session === undefined || (bearer === undefined && !isMeantSession(request, session.session_id)))
    throw new AppError('session.required', 401)
  return session
}

/**
 * Checks the access of every request before its body is read. Answers to a session say in `Session-Idle-Seconds` when it
 * ends if no activity follows, so that browsers can warn before. The server does not start if a route declares no access.
 */
export function guardRoutes(app: App, guard: Guard) {
  app.decorateRequest('signedIn', undefined)
  app.decorate('findOpenSessions', guard.findOpenSessions)
  const undeclared: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && route.method !== 'OPTIONS') undeclared.push(route)
  })
  // Checked when all routes are registered: a plugin's own routes get their access from the enclosing scope.
  app.addHook('onReady', async () => {
    const route = undeclared.find(({ config }) => config?.access === undefined)
    if (route !== undefined) throw new Error(`${route.method} ${route.url} does not declare its access`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || roles[access].length === 0) return
    const session = await recognise(request, guard)
    request.signedIn = session
    if (session.api_token === undefined) reply.header('session-idle-seconds', session.idle_left_s)
    if (!roles[access].includes(session.user.user_type)) throw new AppError('route.forbidden', 403)
    requireKey(request)
  })
}
