import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { readLenderFigures } from './lender-figures.ts'
import { openProcessFigures } from './process-figures.ts'

/** Prometheus gives a scrape up after 10 s by default; the process figures must arrive before that. */
const databaseLimitMs = 3000

async function writeLenderFigures(deps: Deps): Promise<string> {
  const registry = new Registry()
  for (const { name, help, labels = [], samples } of await readLenderFigures(deps)) {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    // A gauge without labels has a 0 from the beginning.
    gauge.reset()
    if (labels.length === 0) gauge.remove()
    for (const [value, given = {}] of samples) if (value !== null) gauge.set(given, value)
  }
  return registry.metrics()
}

async function refuseAfter(limit_ms: number): Promise<never> {
  await sleep(limit_ms, undefined, { ref: false })
  throw new Error(`No answer in ${limit_ms} ms`)
}

/**
 * Creates the reader of `/metrics`: the figures of this process, and those of the whole lender, which every process tells
 * alike. If the database fails or does not answer within 3 s, the latter are left out and `quincena_database_up` is 0.
 */
export function createMetrics(app: App, deps: Deps) {
  const processFigures = openProcessFigures(app, deps)

  async function readStored(): Promise<string> {
    try {
      const text = await Promise.race([writeLenderFigures(deps), refuseAfter(databaseLimitMs)])
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
