import { businessDay } from '@quincena/domain/dates'
import { listQuery, pageOf } from '@quincena/domain/page'
import {
  loginAnswer,
  loginBody,
  loginHistoryQuery,
  loginHistoryRow,
  sessionRow,
} from '@quincena/domain/sessions/schema'
import { userAnswer } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import { AppError, notFound } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow, bearerToken } from '../../../http/access.ts'
import { lacksFactor } from '../../../http/factor.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf, originOf } from '../../../http/request.ts'
import { idParams, nothing } from '../../../http/route-parts.ts'
import { sessionCookie } from '../../../http/session-cookie.ts'
import { getUser } from '../../accounts/queries.ts'
import { endSession } from '../commands/end-session.ts'
import { signIn } from '../commands/sign-in.ts'
import { listLoginHistory, listSessions } from '../queries/sessions.ts'
import { answerSignIn } from './answer-sign-in.ts'
import { emailRoutes } from './emails.ts'
import { passwordRoutes } from './passwords.ts'
import { settingRoutes } from './settings.ts'

/** Routes to sign in and out, and of sessions, sign-in history, passwords and preferences. */
export function sessionRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.post(
    '/auth/login',
    // Its limits are those of `beginSignIn`, and the one of all public requests of an address.
    allow('public', { tags, body: loginBody, response: { 200: loginAnswer } }),
    (request, reply) => {
      const { body } = request
      return answerSignIn(deps, {
        request,
        reply,
        session: body.session,
        signIn: () => signIn(deps, originOf(request), body),
      })
    },
  )
  app.post(
    '/auth/logout',
    allow(
      'any',
      { tags, response: { 204: nothing } },
      { ends: true, beforeFactor: true, beforePassword: true },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      if (context.session_id === null) throw notFound()
      await endSession(deps, context, context.session_id) // false if another request ended it: the result is the same
      const isInCookie = bearerToken(request) === undefined
      if (isInCookie)
        reply.header('set-cookie', sessionCookie(deps.env, request, { token: '', max_age_s: 0 }))
    },
  )
  app.get(
    '/auth/user',
    allow('any', { tags, response: { 200: userAnswer } }, { beforeFactor: true, beforePassword: true }),
    async (request) => {
      const context = contextOf(request)
      const user = await getUser(deps.db, context, {
        id: context.user.id,
        today: businessDay(deps.clock()),
      })
      return { user: { ...user, ...(lacksFactor(request) && { needs_factor: true }) } }
    },
  )
  app.get(
    '/auth/sessions',
    allow('any', { tags, querystring: listQuery(['created_at']), response: { 200: pageOf(sessionRow) } }),
    async (request) =>
      pageAnswer(
        request,
        await listSessions(deps.db, contextOf(request), { ...request.query, now: isoOf(deps.clock()) }),
      ),
  )
  app.delete(
    '/auth/sessions/:id',
    allow('any', { tags, params: idParams, response: { 204: nothing } }),
    async (request) => {
      const isEnded = await endSession(deps, contextOf(request), request.params.id)
      if (!isEnded) throw new AppError('session.not_found', 404)
    },
  )
  app.get(
    '/auth/login-history',
    allow('any', { tags, querystring: loginHistoryQuery, response: { 200: pageOf(loginHistoryRow) } }),
    async (request) =>
      pageAnswer(request, await listLoginHistory(deps.db, contextOf(request), request.query)),
  )
  passwordRoutes(app, deps)
  emailRoutes(app, deps)
  settingRoutes(app, deps)
}
