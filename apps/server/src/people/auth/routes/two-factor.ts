import { factorBody } from '@quincena/domain/sessions/factors'
import {
  recoveryCodes,
  recoveryCodesBody,
  twoFactorConfirmBody,
  twoFactorOffBody,
  twoFactorStart,
  twoFactorState,
} from '@quincena/domain/sessions/two-factor'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { attemptRateLimit } from '../../../http/rate-limits.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams, nothing } from '../../../http/route-parts.ts'
import { resetTwoFactor, turnOffTwoFactor } from '../commands/disable-two-factor.ts'
import { confirmTwoFactor, startTwoFactor } from '../commands/enable-two-factor.ts'
import { renewRecoveryCodes } from '../commands/renew-recovery-codes.ts'
import { useFactor } from '../commands/use-factor.ts'
import { getTwoFactor } from '../queries/two-factor.ts'
import { partyOf, requireFactorForAnother } from './passkeys.ts'

/** Routes of two-factor sign-in: time-based codes (RFC 6238) and recovery codes. */
export function twoFactorRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  const setUp = { ...attemptRateLimit, beforeFactor: true }
  app.post(
    '/auth/factor',
    allow('any', { tags, body: factorBody, response: { 204: nothing } }, setUp),
    (request) =>
      useFactor(deps, { context: contextOf(request), body: request.body, party: partyOf(deps, request) }),
  )
  app.get(
    '/auth/two-factor',
    allow('any', { tags, response: { 200: twoFactorState } }, { beforeFactor: true }),
    (request) => getTwoFactor(deps.db, contextOf(request).user.id),
  )
  app.post(
    '/auth/two-factor',
    allow('any', { tags, response: { 200: twoFactorStart } }, setUp),
    async (request, reply) => {
      await requireFactorForAnother(deps, request)
      const started = await startTwoFactor(deps, contextOf(request))
      return reply.header('cache-control', 'no-store').send(started)
    },
  )
  app.post(
    '/auth/two-factor/confirm',
    allow('any', { tags, body: twoFactorConfirmBody, response: { 200: recoveryCodes } }, setUp),
    async (request, reply) => {
      await requireFactorForAnother(deps, request)
      const codes = await confirmTwoFactor(deps, contextOf(request), request.body)
      return reply.header('cache-control', 'no-store').send(codes)
    },
  )
  app.post(
    '/auth/recovery-codes',
    allow('any', { tags, body: recoveryCodesBody, response: { 200: recoveryCodes } }, attemptRateLimit),
    async (request, reply) => {
      await requireFactorForAnother(deps, request)
      const codes = await renewRecoveryCodes(deps, contextOf(request), request.body)
      return reply.header('cache-control', 'no-store').send(codes)
    },
  )
  app.delete(
    '/auth/two-factor',
    allow('any', { tags, body: twoFactorOffBody, response: { 204: nothing } }, attemptRateLimit),
    (request) => turnOffTwoFactor(deps, contextOf(request), request.body),
  )
  app.delete(
    '/auth/user/:id/two-factor',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }, { factor: 'recent' }),
    (request) => resetTwoFactor(deps, contextOf(request), request.params.id),
  )
}
