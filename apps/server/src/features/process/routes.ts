import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { App } from '../../lib/access.ts'
import type { Deps } from '../../lib/deps.ts'
import { countOpenTransfers, requireReady } from './queries.ts'

const answer = z.object({ status: z.literal('ok') })

function openMetrics(app: App, deps: Deps): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const transfers = new Gauge({
    name: 'transfers_open',
    help: 'STP orders that are not settled, by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const status of ['pending', 'unknown', 'review']) this.set({ status }, 0)
      for (const { status, count } of await countOpenTransfers(deps)) this.set({ status }, count)
    },
  })
  registry.registerMetric(transfers)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return registry
}

/** What the machinery around the process asks: alive, ready, figures. At the root, outside the base path. */
export function processRoutes(app: App, deps: Deps) {
  const registry = openMetrics(app, deps)
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
        .type(registry.contentType)
        .serializer(String)
        .send(await registry.metrics()),
  })
}
