import {
  passkeyAdded,
  passkeyBody,
  passkeyCreation,
  passkeyList,
  passkeyLoginBody,
  passkeyRemoval,
  passkeyRequest,
} from '@quincena/domain/sessions/passkeys'
import { loginAnswer } from '@quincena/domain/sessions/schema'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../command/errors.ts'
import { isLoopbackUrl } from '../../../config/formats.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { addressOf } from '../../../http/address.ts'
import { lacksFactor, requireRecentFactor } from '../../../http/factor.ts'
import { attemptRateLimit, publicAttempts } from '../../../http/rate-limits.ts'
import { contextOf, originOf } from '../../../http/request.ts'
import { idParams, nothing } from '../../../http/route-parts.ts'
import { addPasskey, startPasskey } from '../commands/add-passkey.ts'
import { type RelyingParty, startPasskeyUse } from '../commands/passkey-challenges.ts'
import { removePasskey } from '../commands/remove-passkey.ts'
import { signInWithPasskey } from '../commands/sign-in-with-passkey.ts'
import { hasFactor, listPasskeys } from '../queries/two-factor.ts'
import { answerSignIn } from './answer-sign-in.ts'

/** The site of a request: PUBLIC_URL, or for a demo on this machine the address in the browser. */
export function partyOf({ env: { public_url } }: Deps, request: FastifyRequest): RelyingParty {
  const isLocal = public_url === undefined || isLoopbackUrl(public_url)
  const { hostname, origin } = new URL(isLocal ? addressOf(request) : public_url)
  return { id: hostname, origin }
}

/**
 * Lets a user who has a second factor set up another one only after the session used one in the last 5 minutes
 * (`factor_required`, 403): an old session and the password must not be enough for a key that confirms calls. Staff
 * whose session used none are shown the gate first (`factor_missing`, 403).
 */
export async function requireFactorForAnother({ db }: Deps, request: FastifyRequest): Promise<void> {
  if (!(await hasFactor(db, contextOf(request).user.id))) return
  if (lacksFactor(request)) throw new AppError('factor_missing', 403)
  requireRecentFactor(request)
}

/** Routes of passkeys (WebAuthn). */
export function passkeyRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  const setUp = { ...attemptRateLimit, beforeFactor: true }
  app.get(
    '/auth/passkeys',
    allow('any', { tags, response: { 200: passkeyList } }, { beforeFactor: true }),
    async (request) => ({ passkeys: await listPasskeys(deps.db, contextOf(request).user.id) }),
  )
  app.post(
    '/auth/passkeys/start',
    allow('any', { tags, response: { 200: passkeyCreation } }, setUp),
    async (request) => {
      await requireFactorForAnother(deps, request)
      return startPasskey(deps, contextOf(request), partyOf(deps, request))
    },
  )
  app.post(
    '/auth/passkeys',
    allow('any', { tags, body: passkeyBody, response: { 201: passkeyAdded } }, setUp),
    async (request, reply) => {
      await requireFactorForAnother(deps, request)
      const { body } = request
      const added = await addPasskey(deps, {
        context: contextOf(request),
        body,
        party: partyOf(deps, request),
      })
      return reply.header('cache-control', 'no-store').send(added)
    },
  )
  app.delete(
    '/auth/passkeys/:id',
    allow(
      'any',
      { tags, params: idParams, body: passkeyRemoval, response: { 204: nothing } },
      attemptRateLimit,
    ),
    (request) => removePasskey(deps, contextOf(request), { ...request.body, id: request.params.id }),
  )
  app.post(
    '/auth/passkey-login/start',
    allow('public', { tags, response: { 200: passkeyRequest } }, publicAttempts()),
    (request) => startPasskeyUse(deps, partyOf(deps, request)),
  )
  app.post(
    '/auth/passkey-login',
    allow(
      'public',
      { tags, body: passkeyLoginBody, response: { 200: loginAnswer } },
      publicAttempts((body) => passkeyLoginBody.parse(body).passkey.id),
    ),
    (request, reply) => {
      const { body } = request
      const signIn = () =>
        signInWithPasskey(deps, { origin: originOf(request), party: partyOf(deps, request), body })
      return answerSignIn(deps, { request, reply, session: body.session, signIn })
    },
  )
}
