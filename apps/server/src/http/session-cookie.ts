import type { FastifyRequest } from 'fastify'
import { AppError } from '../command/errors.ts'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'

/** Where browsers reach the app. */
export type Site = Pick<Env, 'base_path' | 'public_url'>

const sessionName = 'quincena-session'
const safeMethods = ['GET', 'HEAD', 'OPTIONS']

const isSecure = ({ public_url }: Site, { protocol }: FastifyRequest) =>
  protocol === 'https' || public_url?.startsWith('https:') === true

/** Browsers accept a name with `__Secure-` over HTTPS only; `__Host-` would forbid the path. */
const cookieName = (site: Site, request: FastifyRequest, name: string) =>
  isSecure(site, request) ? `__Secure-${name}` : name

/** The value of a cookie that `writtenCookie` set; undefined without one. */
export function readCookie(site: Site, request: FastifyRequest, name: string): string | undefined {
  const start = `${cookieName(site, request, name)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined
}

interface WrittenCookie {
  name: string
  value: string
  path: string
  /** 0 removes the cookie. */
  max_age_s: number
  same_site: 'Strict' | 'Lax'
}

/** A `Set-Cookie` header for a cookie that no script can read. */
export function writtenCookie(site: Site, request: FastifyRequest, cookie: WrittenCookie): string {
  return [
    `${cookieName(site, request, cookie.name)}=${cookie.value}`,
    `Path=${cookie.path}`,
    `Max-Age=${Math.floor(cookie.max_age_s)}`,
    'HttpOnly',
    `SameSite=${cookie.same_site}`,
    ...(isSecure(site, request) ? ['Secure'] : []),
  ].join('; ')
}

/** The token in the session cookie; undefined without one. */
export const cookieToken = (site: Site, request: FastifyRequest): string | undefined =>
  readCookie(site, request, sessionName)

/** The `Set-Cookie` header that keeps a token in the browser; an age of 0 removes the cookie. */
export function sessionCookie(
  site: Site,
  request: FastifyRequest,
  { token, max_age_s }: { token: string; max_age_s: number },
): string {
  const path = site.base_path || '/'
  const cookie = { name: sessionName, value: token, path, max_age_s, same_site: 'Strict' } as const
  return writtenCookie(site, request, cookie)
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
