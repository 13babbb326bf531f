import { pageOf } from '@quincena/domain/page'
import {
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpMessageQuery,
  stpRecordAnswer,
} from '@quincena/domain/transfers/detail'
import type { Deps } from '../../../command/deps.ts'
import type { App } from '../../../http/access.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams } from '../../../http/route-parts.ts'
import { consultTransfer } from '../../../lending/payouts/commands/consult-transfer.ts'
import { pausePayouts } from '../commands/pause-payouts.ts'
import { getPayouts } from '../queries/payout-switch.ts'
import { listMessages } from '../../../lending/payouts/queries/transfer-detail.ts'

const tags = ['stp']

/** Registers the routes for staff about STP's callbacks, STP's own record of an order, and the pause of all payouts. */
export function deskRoutes(app: App, deps: Deps) {
  app.route({
    method: 'GET',
    url: '/stp/:id/messages',
    config: { access: 'staff' },
    schema: { tags, params: idParams, querystring: stpMessageQuery, response: { 200: pageOf(stpMessage) } },
    handler: async (request) =>
      pageAnswer(request, request.query, await listMessages(deps, request.params.id, request.query)),
  })

  app.route({
    method: 'POST',
    url: '/stp/:id/ask',
    config: { access: 'staff' },
    schema: { tags, params: idParams, response: { 200: stpRecordAnswer } },
    handler: (request) => consultTransfer(deps, request.params.id),
  })

  app.route({
    method: 'GET',
    url: '/stp/payouts',
    config: { access: 'staff' },
    schema: { tags, response: { 200: payoutSwitch } },
    handler: () => getPayouts(deps),
  })

  app.route({
    method: 'PUT',
    url: '/stp/payouts',
    config: { access: 'admin' },
    schema: { tags, body: payoutSwitchBody, response: { 200: payoutSwitch } },
    handler: async (request, reply) => {
      await pausePayouts(deps, contextOf(request, reply), request.body)
      return getPayouts(deps)
    },
  })
}
