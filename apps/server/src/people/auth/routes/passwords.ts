import { passwordLink, passwordLinkBody } from '@quincena/domain/sessions/password-link'
import { changePasswordBody, forgotPasswordBody, resetPasswordBody } from '@quincena/domain/sessions/schema'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { attemptRateLimit, publicAttempts } from '../../../http/rate-limits.ts'
import { contextOf, originOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { changePassword, resetPassword } from '../commands/change-password.ts'
import { requestLink } from '../commands/password-links.ts'
import { getPasswordLink } from '../queries/access.ts'

/** Routes to choose a password, while signed in or with a mailed link. */
export function passwordRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.post(
    '/auth/change-password',
    allow(
      'any',
      { tags, body: changePasswordBody, response: { 204: nothing } },
      { ...attemptRateLimit, beforePassword: true },
    ),
    (request) => changePassword(deps, contextOf(request), request.body),
  )
  app.post(
    '/auth/forgot-password',
    allow(
      'public',
      { tags, body: forgotPasswordBody, response: { 202: z.object({}) } },
      publicAttempts((body) => forgotPasswordBody.parse(body).email.toLowerCase()),
    ),
    async (request) => {
      await requestLink(deps, { email: request.body.email, kind: 'reset' })
      return {}
    },
  )
  // A POST, so that the token appears in no address and no log.
  app.post(
    '/auth/password-link',
    allow(
      'public',
      { tags, body: passwordLinkBody, response: { 200: passwordLink } },
      publicAttempts((body) => passwordLinkBody.parse(body).token),
    ),
    (request) => getPasswordLink(deps.db, request.body.token, isoOf(deps.clock())),
  )
  app.post(
    '/auth/reset-password',
    allow(
      'public',
      { tags, body: resetPasswordBody, response: { 204: nothing } },
      publicAttempts((body) => resetPasswordBody.parse(body).token),
    ),
    (request) => resetPassword(deps, originOf(request), request.body),
  )
}
