import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sealerProblem } from '../../../crypto/certificate.ts'
import { poolOf } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { failingSeconds, failureCounts, lastCalls } from '../../../integrations/failures.ts'
import { loadSealer } from '../../../lending/contracts/seal/sealer.ts'
import { version } from './diagnose.ts'

const dayMs = 86_400_000

function registerPool({ db }: Deps, registry: Registry) {
  new Gauge({
    name: 'quincena_database_connections',
    help: 'Connections of this process, by state; waiting: requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = poolOf(db)
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function registerFailures(registry: Registry) {
  new Counter({
    name: 'quincena_service_failures_total',
    help: 'Calls of a service outside that failed since this process started',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [service, count] of failureCounts()) this.inc({ service }, count)
    },
  })
  new Gauge({
    name: 'quincena_service_failing_seconds',
    help: 'Time since a service outside answers no call of this process; 0 where it does, or was not called for half an hour',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const [service, seconds] of failingSeconds()) this.set({ service }, seconds)
    },
  })
  new Gauge({
    name: 'quincena_service_last_failure_timestamp_seconds',
    help: 'When a call of this process to a service outside last failed; 0 where none did',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const [service, { failed_at_s }] of lastCalls()) this.set({ service }, failed_at_s)
    },
  })
  new Gauge({
    name: 'quincena_service_last_answer_timestamp_seconds',
    help: 'When a service outside last answered this process; 0 where it never did',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const [service, { answered_at_s }] of lastCalls()) this.set({ service }, answered_at_s)
    },
  })
}

function registerCertificate(deps: Deps, registry: Registry) {
  new Gauge({
    name: 'quincena_certificate_days_left',
    help: 'Days until the certificate that seals contracts expires; absent while it cannot be opened',
    registers: [registry],
    async collect() {
      // Without CONTRACT_P12 the certificate is in the database, which these figures do not need.
      if (deps.env.contract_p12 === undefined) return this.remove()
      const sealer = await loadSealer(deps).catch(() => undefined)
      if (sealer === undefined) return this.remove()
      this.set((sealer.valid_until.epochMilliseconds - deps.clock().epochMilliseconds) / dayMs)
    },
  })
  new Gauge({
    name: 'quincena_certificate_usable',
    help: '1 where the certificate can seal now; 0 where it is expired, not valid yet or cannot be opened',
    registers: [registry],
    async collect() {
      if (deps.env.contract_p12 === undefined) return this.remove()
      const sealer = await loadSealer(deps).catch(() => undefined)
      this.set(Number(sealer !== undefined && sealerProblem(sealer, deps.clock()) === null))
    },
  })
}

/** Figures of this process, which need no database. */
export function openProcessFigures(app: App, deps: Deps) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 1, 2.5, 10],
    registers: [registry],
  })
  const database = new Gauge({
    name: 'quincena_database_up',
    help: '1 where the database answered this scrape, 0 where it did not',
    registers: [registry],
  })
  new Gauge({
    name: 'quincena_build_info',
    help: 'Always 1, with the versions of the program and of Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  registerPool(deps, registry)
  registerFailures(registry)
  registerCertificate(deps, registry)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return { registry, database }
}
