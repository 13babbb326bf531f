import { approvalRequested } from '@quincena/domain/approvals/schema'
import { pageOf } from '@quincena/domain/page'
import {
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpMessageQuery,
} from '@quincena/domain/transfers/detail'
import { orderLimits, orderLimitsBody } from '@quincena/domain/transfers/limits'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import { idParams } from '../../../http/route-parts.ts'
import { changeSetting } from '../../setting-changes/commands/change-setting.ts'
import { orderLimitsSetting } from '../commands/change-order-limits.ts'
import { pausePayouts } from '../commands/pause-payouts.ts'
import { listMessages } from '../queries/messages.ts'
import { getOrderLimits } from '../queries/order-limits.ts'
import { getPayouts } from '../queries/payout-switch.ts'
import { webhookRoutes } from './webhooks.ts'

const tags = ['stp']

function limitRoutes(app: App, deps: Deps) {
  app.get('/stp/limits', allow('staff', { tags, response: { 200: orderLimits } }), () =>
    getOrderLimits(deps.db, deps.clock()),
  )

  app.put(
    '/stp/limits',
    allow(
      'admin',
      { tags, body: orderLimitsBody, response: { 200: orderLimits, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const change = { setting: orderLimitsSetting, body: request.body }
      const { approval } = await changeSetting(deps, contextOf(request), change)
      if (approval !== null) return reply.status(202).send({ approval })
      return getOrderLimits(deps.db, deps.clock())
    },
  )
}

/**
 * Registers the routes of STP's callbacks, of their list for staff, of the pause of all payouts and of the limits per
 * day.
 */
export function transferRoutes(app: App, deps: Deps) {
  webhookRoutes(app, deps)
  limitRoutes(app, deps)

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
    allow('admin', { tags, body: payoutSwitchBody, response: { 200: payoutSwitch } }, { factor: 'recent' }),
    async (request) => {
      await pausePayouts(deps, contextOf(request), request.body)
      return getPayouts(deps.db)
    },
  )
}
