import { oidcCodeBody, oidcLoginBody, oidcStart } from '@quincena/domain/sessions/oidc'
import { loginAnswer } from '@quincena/domain/sessions/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { publicAttempts } from '../../../http/rate-limits.ts'
import { originOf } from '../../../http/request.ts'
import { readCookie, writtenCookie } from '../../../http/session-cookie.ts'
import { OIDC_MINUTES, openBegun, openCodeStep, sealStep } from '../commands/oidc-steps.ts'
import { beginOidc, finishOidcWithCode, signInWithOidc } from '../commands/sign-in-with-oidc.ts'
import { answerSignIn } from './answer-sign-in.ts'
import { partyOf } from './passkeys.ts'

const name = 'quincena-oidc'

/** The page of the staff app that the provider returns to; `apps/web/src/app/door-routes.ts` has its route. */
const returnPath = '/auth/proveedor'

/** One fixed address, never one that a caller names. */
const redirectUri = (deps: Deps, request: FastifyRequest) =>
  `${partyOf(deps, request).origin}${deps.env.base_path}${returnPath}`

/** Keeps the sealed step in the browser, for these routes alone; an empty one removes it. */
function keep(deps: Deps, { request, reply }: Exchange, value: string) {
  const path = `${deps.env.base_path}/api/auth/oidc-login`
  const max_age_s = value === '' ? 0 : OIDC_MINUTES * 60
  const cookie = { name, value, path, max_age_s, same_site: 'Lax' } as const
  reply.header('set-cookie', writtenCookie(deps.env, request, cookie))
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const kept = (deps: Deps, request: FastifyRequest) => readCookie(deps.env, request, name) ?? ''

/** Routes of sign-ins at a provider of identities (OpenID Connect). */
export function oidcRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.post(
    '/auth/oidc-login/start',
    allow('public', { tags, response: { 200: oidcStart } }, publicAttempts()),
    async (request, reply) => {
      const { url, begun } = await beginOidc(deps, redirectUri(deps, request))
      keep(deps, { request, reply }, sealStep(deps.secrets, 'begun', begun))
      return { url }
    },
  )
  app.post(
    '/auth/oidc-login',
    allow(
      'public',
      { tags, body: oidcLoginBody, response: { 200: loginAnswer } },
      publicAttempts((body) => oidcLoginBody.parse(body).state),
    ),
    (request, reply) => {
      const { body } = request
      const signIn = async () => {
        const begun = openBegun(deps.secrets, kept(deps, request))
        const redirect_uri = redirectUri(deps, request)
        const outcome = await signInWithOidc(deps, { origin: originOf(request), redirect_uri, body, begun })
        const step = 'step' in outcome ? sealStep(deps.secrets, 'code', outcome.step) : ''
        keep(deps, { request, reply }, step)
        if ('step' in outcome) throw new AppError('code_required', 401)
        return outcome.session
      }
      return answerSignIn(deps, { request, reply, session: body.session, signIn })
    },
  )
  app.post(
    '/auth/oidc-login/code',
    allow('public', { tags, body: oidcCodeBody, response: { 200: loginAnswer } }, publicAttempts()),
    (request, reply) => {
      const { body } = request
      const signIn = async () => {
        const step = openCodeStep(deps.secrets, kept(deps, request))
        const session = await finishOidcWithCode(deps, { origin: originOf(request), body, step })
        keep(deps, { request, reply }, '')
        return session
      }
      return answerSignIn(deps, { request, reply, session: body.session, signIn })
    },
  )
}
