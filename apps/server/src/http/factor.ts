import type { FastifyRequest } from 'fastify'
import { isStaff } from '../command/context.ts'
import { AppError } from '../command/errors.ts'
import type { App } from './access.ts'
import { requireHuman } from './guard-tokens.ts'

/** How long ago staff may have used a second factor: `recent` 5 minutes, `shift` 30 minutes. */
type FactorRule = 'recent' | 'shift'

const factorMinutes = { recent: 5, shift: 30 } satisfies Record<FactorRule, number>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Staff must have used a second factor in this session, this recently. */
    factor?: FactorRule
    /** Users may call the route before they replaced a password that staff typed. */
    beforePassword?: boolean
    /** Staff may call the route before they used a second factor in this session. */
    beforeFactor?: boolean
  }
  interface FastifyRequest {
    /** Whether staff need second factors; without it (demo data) the sign-in is enough. */
    needsFactors: boolean
  }
}

function hasUsedFactor({ signedIn }: FastifyRequest, rule: FactorRule): boolean {
  const age_s = signedIn?.factor_age_s ?? null
  return age_s !== null && age_s <= factorMinutes[rule] * 60
}

/**
 * Requires of staff that their session used a second factor this recently; for calls that need it only in some cases.
 * Throws `factor_required` (403): the caller uses a factor (`POST /auth/factor`) and repeats the call. Programs with the
 * token of a session follow the same rule; a token of the API has no factor: `token.human_only` (403).
 */
export function requireFactor(request: FastifyRequest, rule: FactorRule): void {
  requireHuman(request)
  const { signedIn, needsFactors } = request
  if (!needsFactors || signedIn === undefined || !isStaff(signedIn.user)) return
  if (!hasUsedFactor(request, rule)) throw new AppError('factor_required', 403)
}

/**
 * Requires of every user, workers and demo staff included, that their session used a second factor in the last 5
 * minutes; for calls of users who have one. Throws `factor_required` (403), as `requireFactor` does.
 */
export function requireRecentFactor(request: FastifyRequest): void {
  requireHuman(request)
  if (!hasUsedFactor(request, 'recent')) throw new AppError('factor_required', 403)
}

/** Whether the caller is staff whose session used no second factor yet, so that it may only set up or use one. */
export function lacksFactor({ signedIn, needsFactors }: FastifyRequest): boolean {
  if (!needsFactors || signedIn === undefined || !isStaff(signedIn.user)) return false
  return (signedIn.factor_age_s ?? null) === null
}

/**
 * Checks on every route, after the guard found the session, that the user chose the password, and the second factor of
 * staff. Throws `password_temporary` (403) where staff typed the password, `factor_missing` (403)
 * where the session used none, and `factor_required` (403) where the last use is too long ago for the route.
 */
export function guardFactors(app: App, needsFactors: boolean): void {
  app.decorateRequest('needsFactors', needsFactors)
  app.addHook('onRequest', async (request) => {
    // Its rules are those of `guardTokens`.
    if (request.signedIn?.api_token !== undefined) return
    const { factor, beforeFactor = false, beforePassword = false } = request.routeOptions.config
    if (request.signedIn?.must_change_password === true) {
      if (!beforePassword) throw new AppError('password_temporary', 403)
      return // the second factor comes after the password
    }
    if (!beforeFactor && lacksFactor(request)) throw new AppError('factor_missing', 403)
    if (factor !== undefined) requireFactor(request, factor)
  })
}
