import type { FastifyRequest } from 'fastify'
import { AppError } from '../command/errors.ts'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'

/** Where browsers reach the app. */
export type Site = Pick<Env, 'base_path' | 'public_url'>

const cookie = 'quincena-session'
const safeMethods = ['GET', 'HEAD', 'OPTIONS']

const isSecure = ({ public_url }: Site, { protocol }: FastifyRequest) =>
  protocol === 'https' || public_url?.startsWith('https:') === true

/** Browsers accept a name with `__Secure-` over HTTPS only; `__Host-` would forbid the path. */
const cookieName = (site: Site, request: FastifyRequest) =>
  isSecure(site, request) ? `__Secure-${cookie}` : cookie

/** The token in the session cookie; undefined without one. */
export function cookieToken(site: Site, request: FastifyRequest): string | undefined {
  const start = `${cookieName(site, request)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined
}

/** The `Set-Cookie` header that keeps a token in the browser; an age of 0 removes the cookie. */
export function sessionCookie(
  site: Site,
  request: FastifyRequest,
  { token, max_age_s }: { token: string; max_age_s: number },
): string {
  return [
    `${cookieName(site, request)}=${token}`,
    `Path=${site.base_path || '/'}`,
    `Max-Age=${Math.floor(max_age_s)}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(site, request) ? ['Secure'] : []),
  ].join('; ')
}

/**
 * Requires that a page of this app sent the request: browsers say so in `Sec-Fetch-Site`, or at addresses without HTTPS
 * in `Origin`, which no page can set. The app's origin is that of PUBLIC_URL; only without it the address of the request,
 * whose scheme is wrong behind a proxy that sends no `X-Forwarded-Proto`. Throws `request.other_site` (403).
 */
export function requireOwnSite(site: Site, request: FastifyRequest): void {
  const { 'sec-fetch-site': relation, origin } = request.headers
  if (relation === 'same-origin') return
  const own = site.public_url === undefined ? addressOf(request) : new URL(site.public_url).origin
  if (relation === undefined && origin === own) return
  throw new AppError('request.other_site', 403)
}

/** As `requireOwnSite`, for methods that change something: a read of another page cannot be read by it. */
export function requireOwnSiteToChange(site: Site, request: FastifyRequest): void {
  if (!safeMethods.includes(request.method)) requireOwnSite(site, request)
}

/**
 * Whether the caller means this session. A browser has one cookie for all tabs; a tab that still shows another user
 * names its session, so that it never reads or changes anything as the new one.
 */
export function isMeantSession({ headers }: FastifyRequest, session_id: number | null): boolean {
  const number = headers['quincena-session']
  return number === undefined || number === String(session_id)
}
