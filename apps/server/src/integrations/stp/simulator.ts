import { once } from 'node:events'
import { createServer } from 'node:http'
import { createVerifier } from './signature.ts'
import { type Controls, configure, findOrder } from './simulator/admin.ts'
import type { Bank } from './simulator/bank.ts'
import { createClock } from './simulator/clock.ts'
import { runCommand } from './simulator/command.ts'
import { createFaults } from './simulator/faults.ts'
import { createListener } from './simulator/http.ts'
import { createLife } from './simulator/life.ts'
import type { Simulator, SimulatorOptions } from './simulator/options.ts'
import { receivePayment } from './simulator/payments.ts'
import type { Settings } from './simulator/settings.ts'
import { openState } from './simulator/state.ts'
import { openStore } from './simulator/store.ts'
import { createWebhook, type Webhook } from './simulator/webhook.ts'

const defaults = { settle_ms: 3_000, opening_balance: 5_000_000_000, webhook_retry_ms: 1_000 } as const

function settingsOf(options: SimulatorOptions): Settings {
  return {
    webhook: options.webhook ?? null,
    payment_webhook: options.payment_webhook ?? null,
    settle_ms: options.settle_ms === undefined ? defaults.settle_ms : options.settle_ms,
    hourly_limit: options.hourly_limit ?? null,
    read_only: false,
  }
}

function createControls(options: SimulatorOptions): Controls & { webhook: Webhook } {
  const { company, payer_account, public_key } = options
  const settings = settingsOf(options)
  const store = openStore(options.data)
  const state = openState(options.data)
  const clock = createClock(state)
  const faults = createFaults(clock.nearCut)
  const webhook = createWebhook({
    store,
    settings,
    faults,
    retry_ms: options.webhook_retry_ms ?? defaults.webhook_retry_ms,
    answered: (payment, answer) => life.answered(payment, answer),
  })
  const life = createLife({ store, settings, faults, clock, sendCallback: webhook.sendCallback })
  const opening_balance = options.opening_balance ?? defaults.opening_balance
  const verify = public_key === undefined ? null : createVerifier(public_key)
  const bank: Bank = {
    ...{ store, state, clock, life, settings },
    ...{ company, payer_account, opening_balance, verify },
  }
  return { bank, faults, settings, webhook }
}

/**
 * Starts the STP simulator as an HTTP server and resolves when it listens. It has no magic values, and no faults unless
 * they are planned or seeded.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const controls = createControls(options)
  const { bank, faults, webhook } = controls
  const { store, clock, life } = bank
  const stopping = new AbortController()
  const server = createServer(createListener(controls, stopping.signal))
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the simulator listens on no port')
  life.resume()

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    faults,
    orders: () => store.of('E'),
    payments: () => store.of('R'),
    receivePayment: (payment) => receivePayment(bank, payment),
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
