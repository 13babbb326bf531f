import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { createMetrics } from '../queries/metrics.ts'
import { requireReady } from '../queries/readiness.ts'

const answer = z.object({ status: z.literal('ok') })

/** Routes for monitoring: `/healthz`, `/readyz` and `/metrics`, at the root, outside the base path. */
export function processRoutes(app: App, deps: Deps) {
  const metrics = createMetrics(app, deps)
  const tags = ['process']
  app.get(
    '/healthz',
    allow('public', { tags, response: { 200: answer } }, { rateLimit: false }),
    async () => ({ status: 'ok' as const }),
  )
  app.get('/readyz', allow('public', { tags, response: { 200: answer } }, { rateLimit: false }), async () => {
    await requireReady(deps)
    return { status: 'ok' as const }
  })
  app.get(
    '/metrics',
    allow('public', { tags, response: { 200: z.string() } }, { rateLimit: false }),
    async (_request, reply) =>
      reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.read()),
  )
}
