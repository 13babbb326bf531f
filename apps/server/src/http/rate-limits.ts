import rateLimitPlugin, { type FastifyRateLimitStore, type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../command/errors.ts'
import type { App, SignedIn } from './access.ts'
import { networkOf } from './address.ts'
import type { SharedCounts } from './shared-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body of a public request tries: an account, a link or a key. */
    attemptsOf?: (body: unknown) => string
  }
}

const timeWindow = '1 minute'
/** Requests of a session. */
const sessionMax = 600
/** Requests of a token of the API. */
const tokenMax = 600
/** Public requests of an IP address, and wrong tokens: a whole factory may share one. */
const addressMax = 3000
/** Tries of one user, e-mail address, link or key from an IP address. */
const attemptMax = 20
/** Public requests of an IP address that try something. */
const addressAttemptMax = 300

const noLimitHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** Tries of a signed-in user: 20 a minute from an IP address. */
export const attemptRateLimit = {
  rateLimit: {
    max: attemptMax,
    timeWindow,
    keyGenerator: ({ signedIn, ip }: FastifyRequest) => `user ${signedIn?.user.id} ${networkOf(ip)}`,
  },
}

/** Signatures of an account: 20 a minute, wherever its requests come from. */
export const signatureRateLimit = {
  rateLimit: {
    max: attemptMax,
    timeWindow,
    keyGenerator: ({ signedIn }: FastifyRequest) => `user ${signedIn?.user.id}`,
  },
}

/**
 * Public requests that try something: 300 a minute of an IP address, and with `attemptsOf` 20 of the account, the link or
 * the key that it reads from the body.
 */
export function publicAttempts(attemptsOf?: (body: unknown) => string) {
  const rateLimit: RateLimitOptions = { max: addressAttemptMax, timeWindow }
  return { rateLimit, ...(attemptsOf !== undefined && { attemptsOf }) }
}

/** The plugin passes the route as `routeInfo`, which its types lack; it is empty for limits outside a route. */
type ChildOptions = Parameters<FastifyRateLimitStore['child']>[0] & {
  routeInfo?: { method?: string | string[]; url?: string }
}

/** A store of the plugin's counts; each route with a limit of its own counts apart. */
function storeOf(counts: SharedCounts) {
  return class Store {
    readonly #route: string

    constructor(_options: object, route = '') {
      this.#route = route
    }

    incr(...[key, done, window_ms, max]: Parameters<FastifyRateLimitStore['incr']>) {
      const { n, left_ms } = counts.add({ key: `${this.#route} ${key}`, max, window_ms })
      done(null, { current: n, ttl: left_ms })
    }

    child({ routeInfo }: ChildOptions) {
      return new Store({}, `${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`)
    }
  }
}

/** Counts tries once their body is read. Throws `request.too_many` (429). */
function limitAttempts(app: App) {
  const count = app.createRateLimit({
    max: attemptMax,
    timeWindow,
    keyGenerator: ({ routeOptions: { url, config }, body, ip }) =>
      `${url} ${config.attemptsOf?.(body)} ${networkOf(ip)}`,
  })
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.attemptsOf === undefined) return
    const tries = await count(request)
    if (tries.isAllowed || !tries.isExceeded) return
    throw new AppError('request.too_many', 429, { retry_after_s: tries.ttlInSeconds })
  })
}

function maxOf(signedIn: SignedIn | undefined): number {
  if (signedIn === undefined) return addressMax
  return signedIn.api_token === undefined ? sessionMax : tokenMax
}

/** Whose count a request is; undefined if nobody is signed in. */
function callerOf(signedIn: SignedIn | undefined): string | undefined {
  if (signedIn?.api_token !== undefined) return `api token ${signedIn.api_token.id}`
  return signedIn && `session ${signedIn.session_id}`
}

/**
 * Limits the requests of each session and of each token of the API to 600 a minute and those without one to 3,000 of an IP address, by all processes
 * together, as `SharedCounts` counts them. Returns the limit of wrong tokens, 3,000 a minute of an IP address.
 */
export async function registerRateLimits(app: App, counts: SharedCounts) {
  await app.register(rateLimitPlugin, {
    max: ({ signedIn }) => maxOf(signedIn),
    timeWindow,
    // The guard has run: the limit counts per session that it found, never per token that the caller sends.
    keyGenerator: ({ signedIn, ip }) => callerOf(signedIn) ?? `address ${networkOf(ip)}`,
    addHeaders: noLimitHeaders,
    addHeadersOnExceeding: noLimitHeaders,
    store: storeOf(counts),
  })
  limitAttempts(app)
  return app.createRateLimit({
    max: addressMax,
    timeWindow,
    keyGenerator: ({ ip }) => `wrong token ${networkOf(ip)}`,
  })
}
