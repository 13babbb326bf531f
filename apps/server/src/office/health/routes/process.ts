import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { createMetrics } from '../queries/metrics.ts'
import { requireReady } from '../queries/readiness.ts'

const answer = z.object({ status: z.literal('ok') })

/** Routes for monitoring: `/healthz`, `/readyz` and `/metrics`, at the root, outside the base path. */
export function processRoutes(app: App, deps: Deps) {
  const metrics = createMetrics(app, deps)
  const tags = ['process']
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: 'public', rateLimit: false },
    schema: { tags, response: { 200: answer } },
    handler: async () => ({ status: 'ok' as const }),
  })
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: 'public', rateLimit: false },
    schema: { tags, response: { 200: answer } },
    async handler() {
      await requireReady(deps)
      return { status: 'ok' as const }
    },
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: 'public', rateLimit: false },
    schema: { tags, response: { 200: z.string() } },
    handler: async (_request, reply) =>
      reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.read()),
  })
}
