import { z } from 'zod'
import { AppError, notFound } from '../../../command/errors.ts'
import { sameText } from '../../../crypto/signature.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow, bearerToken } from '../../../http/access.ts'
import type { Drain } from '../../../http/drain.ts'
import { createMetrics } from '../queries/metrics.ts'
import { rememberAnswer, requireReady } from '../queries/readiness.ts'

const answer = z.object({ status: z.literal('ok') })

/**
 * Routes for monitoring, at the root, outside the base path: `/healthz`, `/readyz`, and `/metrics`, which needs the
 * METRICS_TOKEN and is 404 without it. `/readyz` is 503 once the process drains.
 */
export function processRoutes(app: App, deps: Deps, drain: Drain) {
  const metrics = createMetrics(app, deps)
  const tags = ['process']
  app.get(
    '/healthz',
    allow('public', { tags, response: { 200: answer } }, { rateLimit: false }),
    async () => ({ status: 'ok' as const }),
  )
  const requireReadiness = rememberAnswer(deps.clock, () => requireReady(deps))
  app.get('/readyz', allow('public', { tags, response: { 200: answer } }, { rateLimit: false }), async () => {
    if (drain.isDraining) throw new AppError('server.unavailable', 503)
    await requireReadiness()
    return { status: 'ok' as const }
  })
  app.get(
    '/metrics',
    allow('public', { tags, response: { 200: z.string() } }, { rateLimit: false }),
    async (request, reply) => {
      const { metrics_token } = deps.env
      const token = bearerToken(request)
      if (metrics_token === undefined || token === undefined || !sameText(token, metrics_token))
        throw notFound()
      return reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.read())
    },
  )
}
