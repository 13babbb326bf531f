import {
  acceptAccountBody,
  accountVerification,
  accountVerificationDetail,
  accountVerificationQuery,
  verificationSetting,
} from '@quincena/domain/accounts/verification-schema'
import { approvalRequested } from '@quincena/domain/approvals/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { changeSetting } from '../setting-changes/commands/change-setting.ts'
import { askForAccount, requestAcceptance } from './commands/accept-account.ts'
import { readVerificationSetting, verificationModeSetting } from './commands/change-setting.ts'
import { repeatVerification } from './commands/ensure-verification.ts'
import { getVerification, listVerifications } from './queries/list-verifications.ts'

const tags = ['account-verifications']
const detail = { 200: accountVerificationDetail }

function settingRoutes(app: App, deps: Deps) {
  app.get(
    '/account-verifications/setting',
    allow('staff', { tags, response: { 200: verificationSetting } }),
    () => readVerificationSetting(deps.db),
  )

  app.put(
    '/account-verifications/setting',
    allow(
      'admin',
      { tags, body: verificationSetting, response: { 200: verificationSetting, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const change = { setting: verificationModeSetting, body: request.body }
      const { approval } = await changeSetting(deps, contextOf(request), change)
      if (approval !== null) return reply.status(202).send({ approval })
      return readVerificationSetting(deps.db)
    },
  )
}

function decisionRoutes(app: App, deps: Deps) {
  app.post(
    '/account-verifications/:id/repeat',
    allow('staff', { tags, params: idParams, response: detail }),
    async (request) => {
      await repeatVerification(deps, contextOf(request), request.params.id)
      return getVerification(deps.db, request.params.id)
    },
  )

  app.post(
    '/account-verifications/:id/ask-for-account',
    allow('staff', { tags, params: idParams, response: detail }),
    async (request) => {
      await askForAccount(deps, contextOf(request), request.params.id)
      return getVerification(deps.db, request.params.id)
    },
  )

  app.post(
    '/account-verifications/:id/accept',
    allow(
      'staff',
      { tags, params: idParams, body: acceptAccountBody, response: { 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const { id } = request.params
      return reply
        .status(202)
        .send(await requestAcceptance(deps, contextOf(request), { id, ...request.body }))
    },
  )
}

/** Registers the routes with which staff see and decide the verifications of workers' accounts, and their setting. */
export function verificationRoutes(app: App, deps: Deps) {
  settingRoutes(app, deps)
  decisionRoutes(app, deps)

  app.get(
    '/account-verifications',
    allow('staff', {
      tags,
      querystring: accountVerificationQuery,
      response: { 200: pageOf(accountVerification) },
    }),
    async (request) => pageAnswer(request, await listVerifications(deps.db, request.query, deps.clock())),
  )

  app.get(
    '/account-verifications/:id',
    allow('staff', { tags, params: idParams, response: detail }),
    (request) => getVerification(deps.db, request.params.id),
  )
}
