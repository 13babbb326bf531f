import { pageOf } from '@quincena/domain/page'
import {
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpMessageQuery,
} from '@quincena/domain/transfers/detail'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
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

  app.route({
    method: 'GET',
    url: '/stp/:id/messages',
    config: { access: 'staff' },
    schema: { tags, params: idParams, querystring: stpMessageQuery, response: { 200: pageOf(stpMessage) } },
    handler: async (request) =>
      pageAnswer(request, request.query, await listMessages(deps.db, request.params.id, request.query)),
  })

  app.route({
    method: 'GET',
    url: '/stp/payouts',
    config: { access: 'staff' },
    schema: { tags, response: { 200: payoutSwitch } },
    handler: () => getPayouts(deps.db),
  })

  app.route({
    method: 'PUT',
    url: '/stp/payouts',
    config: { access: 'admin' },
    schema: { tags, body: payoutSwitchBody, response: { 200: payoutSwitch } },
    handler: async (request) => {
      await pausePayouts(deps, contextOf(request), request.body)
      return getPayouts(deps.db)
    },
  })
}
