import { emailConfirmationBody } from '@quincena/domain/sessions/schema'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { attemptRateLimit } from '../../../http/rate-limits.ts'
import { contextOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { confirmEmailWithCode, requestEmailCode } from '../commands/confirm-email.ts'

/** Routes to confirm the own e-mail address with a mailed code. */
export function emailRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.post(
    '/auth/email-code',
    allow('any', { tags, response: { 202: z.object({}) } }, attemptRateLimit),
    async (request) => {
      await requestEmailCode(deps, contextOf(request))
      return {}
    },
  )
  app.post(
    '/auth/email-confirmation',
    allow('any', { tags, body: emailConfirmationBody, response: { 204: nothing } }, attemptRateLimit),
    (request) => confirmEmailWithCode(deps, contextOf(request), request.body.code),
  )
}
