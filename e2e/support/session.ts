import { call } from './http.ts'
import { siteUrl } from './server-address.ts'

/** The number of a token's session; 0 for a token that is not valid. */
async function sessionNumber(token: string): Promise<number> {
  const { status, json } = await call('/auth/sessions?page_size=200', { token })
  if (status !== 200) return 0
  return json.results.find((session: { current: boolean }) => session.current).id
}

/** The cookie that keeps a token in a browser, as the server sets it without HTTPS. */
const cookieOf = (token: string, origin: string) => ({
  name: 'quincena-session',
  value: token,
  domain: new URL(origin).hostname,
  path: '/quincena',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Strict' as const,
})

/** What a browser keeps of a signed-in user: the cookie with the token, and the session's number. */
export async function sessionOf(token: string, origin = siteUrl) {
  const localStorage = [{ name: 'quincena.session', value: String(await sessionNumber(token)) }]
  return { cookies: [cookieOf(token, origin)], origins: [{ origin, localStorage }] }
}
