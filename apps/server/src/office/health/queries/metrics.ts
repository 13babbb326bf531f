import { setTimeout as sleep } from 'node:timers/promises'
import { UNRESOLVED_TRANSFERS } from '@quincena/domain/transfers/rules'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { countUnsealed } from '../../../lending/contracts/queries/contracts.ts'
import { countUnresolvedTransfers } from './readiness.ts'

/** Prometheus gives a scrape up after 10 s by default; the process figures must arrive before that. */
const databaseLimitMs = 3000

/** Metrics of this process, which need no database. */
function openProcessFigures(app: App) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const database = new Gauge({
    name: 'quincena_database_up',
    help: '1 where the database answered this scrape, 0 where it did not',
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return { registry, database }
}

/** Metrics from the database. `read` queries all of them and throws if the database does not answer. */
function openDatabaseFigures(deps: Deps) {
  const registry = new Registry()
  const transfers = new Gauge({
    name: 'transfers_open',
    help: 'STP orders that are not settled, by status',
    labelNames: ['status'],
    registers: [registry],
  })
  const unsealed = new Gauge({
    name: 'quincena_contracts_unsealed',
    help: 'Signed contracts of loans paid out that are not sealed',
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'quincena_contract_unsealed_oldest_seconds',
    help: 'Time since the oldest payout whose signed contract is not sealed; 0 where all are',
    registers: [registry],
  })
  return async function read(): Promise<string> {
    const [open, { count: waiting, oldest_s }] = await Promise.all([
      countUnresolvedTransfers(deps.db),
      countUnsealed(deps.db, deps.clock()),
    ])
    for (const status of Object.keys(UNRESOLVED_TRANSFERS)) transfers.set({ status }, 0)
    for (const { status, count } of open) transfers.set({ status }, count)
    unsealed.set(waiting)
    oldest.set(oldest_s ?? 0)
    return registry.metrics()
  }
}

async function refuseAfter(limit_ms: number): Promise<never> {
  await sleep(limit_ms, undefined, { ref: false })
  throw new Error(`No answer in ${limit_ms} ms`)
}

/**
 * Creates the reader of `/metrics`. If the database fails or does not answer within 3 s, its metrics are left out and
 * `quincena_database_up` is 0; the metrics of the process are always present.
 */
export function createMetrics(app: App, deps: Deps) {
  const processFigures = openProcessFigures(app)
  const readDatabase = openDatabaseFigures(deps)

  async function readStored(): Promise<string> {
    try {
      const text = await Promise.race([readDatabase(), refuseAfter(databaseLimitMs)])
      processFigures.database.set(1)
      return text
    } catch (error) {
      deps.log.warn({ err: error }, 'metrics without the database')
      processFigures.database.set(0)
      return ''
    }
  }

  return {
    contentType: processFigures.registry.contentType,
    async read(): Promise<string> {
      const text = await readStored()
      return `${await processFigures.registry.metrics()}\n${text}`
    },
  }
}
