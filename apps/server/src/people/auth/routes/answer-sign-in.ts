import type { LoginAnswer, LoginBody } from '@quincena/domain/sessions/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { originOf } from '../../../http/request.ts'
import { cookieToken, requireOwnSite, sessionCookie } from '../../../http/session-cookie.ts'
import { endReplacedSession } from '../commands/end-session.ts'
import type { OpenedSession } from '../commands/sign-in.ts'

interface SignIn {
  request: FastifyRequest
  reply: FastifyReply
  session: LoginBody['session']
  signIn: () => Promise<OpenedSession>
}

/**
 * Signs in and answers the session: with its token, or for `session: 'cookie'` with a cookie instead, which ends the
 * session of the cookie that it replaces. Throws as `signIn`, and `request.other_site` (403) for a cookie that no page
 * of this app asks for: without this check another site could sign a user in with another account.
 */
export async function answerSignIn(
  deps: Deps,
  { request, reply, session, signIn }: SignIn,
): Promise<LoginAnswer> {
  if (session !== 'cookie') return signIn()
  requireOwnSite(deps.env, request)
  const { token, ...answer } = await signIn()
  const replaced = cookieToken(deps.env, request)
  if (replaced !== undefined) await endReplacedSession(deps, replaced, originOf(request))
  const max_age_s = Temporal.Instant.from(answer.expires_at).since(deps.clock()).total('seconds')
  reply.header('set-cookie', sessionCookie(deps.env, request, { token, max_age_s }))
  return answer
}
