import { pageOf } from '@quincena/domain/page'
import {
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpMessageQuery,
} from '@quincena/domain/transfers/detail'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams } from '../../../http/route-parts.ts'
import { pausePayouts } from '../commands/pause-payouts.ts'
import { listMessages } from '../queries/messages.ts'
import { getPayouts } from '../queries/payout-switch.ts'
import { webhookRoutes } from './webhooks.ts'

const tags = ['stp']

/** Registers the routes of STP's callbacks, of their list for staff, and of the pause of all payouts. */
export function transferRoutes(app: App, deps: Deps) {
  webhookRoutes(app, deps)

  app.get(
    '/stp/:id/messages',
    allow('staff', {
      tags,
      params: idParams,
      querystring: stpMessageQuery,
      response: { 200: pageOf(stpMessage) },
    }),
    async (request) => pageAnswer(request, await listMessages(deps.db, request.params.id, request.query)),
  )

  app.get('/stp/payouts', allow('staff', { tags, response: { 200: payoutSwitch } }), () =>
    getPayouts(deps.db),
  )

  app.put(
    '/stp/payouts',
    allow('admin', { tags, body: payoutSwitchBody, response: { 200: payoutSwitch } }),
    async (request) => {
      await pausePayouts(deps, contextOf(request), request.body)
      return getPayouts(deps.db)
    },
  )
}
