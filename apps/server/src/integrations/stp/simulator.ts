import { once } from 'node:events'
import { createServer } from 'node:http'
import { createVerifier } from './signature.ts'
import { configure, findOrder } from './simulator/admin.ts'
import type { Bank } from './simulator/bank.ts'
import { createBooks } from './simulator/books.ts'
import { createClock } from './simulator/clock.ts'
import { runCommand } from './simulator/command.ts'
import type { Controls } from './simulator/controls.ts'
import { playEvent } from './simulator/events.ts'
import { createFaults } from './simulator/faults.ts'
import { createForger } from './simulator/forgeries.ts'
import { createListener } from './simulator/http.ts'
import { chargeFee, deposit, withdraw } from './simulator/lender.ts'
import { createLife } from './simulator/life.ts'
import type { Simulator, SimulatorOptions } from './simulator/options.ts'
import type { SimulatedOrder } from './simulator/order.ts'
import { receivePayment } from './simulator/payments.ts'
import type { Settings } from './simulator/settings.ts'
import { openState, setHolder } from './simulator/state.ts'
import { openStore } from './simulator/store.ts'
import { createWebhook, type Webhook } from './simulator/webhook.ts'

const defaults = { settle_ms: 3_000, opening_balance: 5_000_000_000, webhook_retry_ms: 1_000 } as const

function settingsOf(options: SimulatorOptions): Settings {
  return {
    webhook: options.webhook ?? null,
    payment_webhook: options.payment_webhook ?? null,
    settle_ms: options.settle_ms === undefined ? defaults.settle_ms : options.settle_ms,
    hourly_limit: options.hourly_limit ?? null,
    overdraft: true,
    read_only: false,
  }
}

/** Opens the files: the state, the orders, and the books that are written from them. */
function openFiles({ data, payer_account, opening_balance = defaults.opening_balance }: SimulatorOptions) {
  const state = openState(data)
  const clock = createClock(state)
  const openingOf = (account: string) => ((payer_account ?? account) === account ? opening_balance : 0)
  const books = createBooks(state, { nowMs: clock.nowMs, openingOf })
  // Opened before the orders are read: it receives what all CLABEs of its client receive.
  if (payer_account !== undefined) books.balance(payer_account)
  const store = openStore(data, { books, nowMs: clock.nowMs })
  return { state, clock, books, store }
}

function createControls(options: SimulatorOptions, stopped: AbortSignal): Controls & { webhook: Webhook } {
  const { company, payer_account, public_key } = options
  const settings = settingsOf(options)
  const files = openFiles(options)
  const faults = createFaults(files.clock.nearCut)
  const webhook = createWebhook({
    store: files.store,
    settings,
    faults,
    retry_ms: options.webhook_retry_ms ?? defaults.webhook_retry_ms,
    answered: (payment, answer) => life.answered(payment, answer),
  })
  const life = createLife({ ...files, settings, faults, sendCallback: webhook.sendCallback })
  const verify = public_key === undefined ? null : createVerifier(public_key)
  const forger = createForger({ ...files, company, payer_account }, webhook)
  /** Plays the event that is planned or drawn for an order, if any. Does not wait for it. */
  function registered(order: SimulatedOrder) {
    const { claveRastreo, monto } = order.cuerpo
    const event = faults.takeEvent({ tracking_key: claveRastreo, amount: Number(monto) })
    if (event !== undefined) void playEvent({ bank, forger, stopped }, event, order)
  }
  const bank: Bank = { ...files, life, settings, company, payer_account, verify, registered }
  return { bank, faults, settings, webhook, forger }
}

/**
 * Starts the STP simulator as an HTTP server and resolves when it listens. It has no magic values, and no faults unless
 * they are planned or seeded.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const stopping = new AbortController()
  const controls = createControls(options, stopping.signal)
  const { bank, faults, webhook, forger } = controls
  const { store, state, books, clock, life } = bank
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
    books,
    deposit: (input) => deposit(bank, input),
    withdraw: (input) => withdraw(bank, input),
    chargeFee: (input) => chargeFee(bank, input),
    setHolder: (account, holder) => setHolder(state, account, holder),
    forge: forger.forge,
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
