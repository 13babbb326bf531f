import { once } from 'node:events'
import { createServer } from 'node:http'
import { createVerifier } from './signature.ts'
import { type Controls, configure, findOrder } from './simulator/admin.ts'
import { createClock } from './simulator/clock.ts'
import { runCommand } from './simulator/command.ts'
import { createFaults } from './simulator/faults.ts'
import { createListener } from './simulator/http.ts'
import { createLife, type Settings } from './simulator/life.ts'
import { createOperations } from './simulator/operations.ts'
import type { Simulator, SimulatorOptions } from './simulator/options.ts'
import { openStore } from './simulator/store.ts'
import { createWebhook } from './simulator/webhook.ts'

const defaults = { settle_ms: 3_000, opening_balance: 5_000_000_000, webhook_retry_ms: 1_000 } as const

function createControls(options: SimulatorOptions): Controls & { webhook: ReturnType<typeof createWebhook> } {
  const settle_ms = options.settle_ms === undefined ? defaults.settle_ms : options.settle_ms
  const settings: Settings = { webhook: options.webhook ?? null, settle_ms }
  const store = openStore(options.data)
  const clock = createClock()
  const faults = createFaults(clock.nearCut)
  const retry_ms = options.webhook_retry_ms ?? defaults.webhook_retry_ms
  const webhook = createWebhook({ store, settings, faults, retry_ms })
  const life = createLife({ store, settings, faults, clock, tell: webhook.tell })
  return { store, faults, settings, clock, life, webhook }
}

/** Starts STP's stand-in on HTTP. It does what it is told, never more: faults are explicit, no magic values. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { company, payer_account, public_key } = options
  const controls = createControls(options)
  const { store, clock, life, faults, webhook } = controls
  const opening_balance = options.opening_balance ?? defaults.opening_balance
  const verify = public_key === undefined ? undefined : createVerifier(public_key)
  const operations = createOperations({ store, clock, life, company, payer_account, opening_balance, verify })
  const stopping = new AbortController()
  const server = createServer(createListener({ operations, controls, stopped: stopping.signal }))
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the simulator listens on no port')
  life.resume()

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    faults,
    orders: () => store.all(),
    act(key, act, cause) {
      const order = findOrder(store, key)
      return order !== undefined && life.act(order, act, cause)
    },
    configure: (change) => void configure(controls, change),
    setClock: clock.set,
    async stop() {
      stopping.abort()
      life.stop()
      webhook.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

if (import.meta.main) await runCommand(startSimulator)
