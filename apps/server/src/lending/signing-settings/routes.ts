import { approvalRequested } from '@quincena/domain/approvals/schema'
import { signingSettings, signingSettingsBody } from '@quincena/domain/loans/signing-code'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { changeSetting } from '../../treasury/setting-changes/commands/change-setting.ts'
import { requireChannel, signingSetting } from './commands/change-settings.ts'
import { readSigningSettings } from './queries.ts'

const tags = ['loans']
const response = { 200: signingSettings }

/** Registers the routes of the lender's setting that decides whether a signature needs a one-time code. */
export function signingSettingRoutes(app: App, deps: Deps) {
  const read = async () => ({
    ...(await readSigningSettings(deps.db)),
    has_messages: deps.messenger !== null,
  })

  app.get('/loan/signing-settings', allow('staff', { tags, response }), read)

  app.put(
    '/loan/signing-settings',
    allow(
      'admin',
      { tags, body: signingSettingsBody, response: { ...response, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      requireChannel(deps, request.body)
      const change = { setting: signingSetting, body: request.body }
      const { approval } = await changeSetting(deps, contextOf(request), change)
      return approval === null ? read() : reply.status(202).send({ approval })
    },
  )
}
