import { numberEvents } from '../src/platform/webhook-events/commands.ts'
import { type AccessCase, at } from './access-case.ts'
import type { World } from './access-world.ts'
import { makeEndpoint, recordLoanEvent } from './webhooks.ts'

/** An address of this machine where nobody listens. */
const url = 'http://127.0.0.1:9/avisos'
const body = () => ({ url, description: 'Nómina', event_types: ['loan.approved'], is_active: true })

const pathOf = async ({ ctx }: World, rest = '') => {
  // An installation has at most 20.
  await ctx.deps.db.deleteFrom('webhook_endpoint').execute()
  const { id } = await makeEndpoint(ctx, { url, is_active: false })
  return `/webhooks/${id}${rest}`
}

/** Cases of the endpoints of webhooks, which admins keep. */
export const webhookAccessCases: Record<string, AccessCase> = {
  'GET /webhooks': { url: at('/webhooks'), ok: 200 },
  'POST /webhooks': {
    url: async ({ ctx }) => {
      await ctx.deps.db.deleteFrom('webhook_endpoint').execute()
      return '/webhooks'
    },
    payload: body,
    ok: 201,
  },
  'GET /webhooks/{id}': { url: (world) => pathOf(world), ok: 200 },
  'PUT /webhooks/{id}': { url: (world) => pathOf(world), payload: body, ok: 200 },
  'DELETE /webhooks/{id}': { url: (world) => pathOf(world), ok: 204 },
  'POST /webhooks/{id}/rotate-secret': { url: (world) => pathOf(world, '/rotate-secret'), ok: 200 },
  'POST /webhooks/{id}/replay': {
    url: async (world) => {
      await recordLoanEvent(world.ctx, { loan_id: 1 })
      await numberEvents(world.ctx.deps)
      return pathOf(world, '/replay')
    },
    payload: async ({ ctx }) => ({ position: await numberEvents(ctx.deps) }),
    ok: 200,
  },
  'POST /webhooks/{id}/test': { url: (world) => pathOf(world, '/test'), ok: 200 },
  'GET /webhooks/{id}/attempts': { url: (world) => pathOf(world, '/attempts'), ok: 200 },
}
