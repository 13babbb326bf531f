import { z } from 'zod'
import { moneyRoutes } from './admin-money.ts'
import type { Answer } from './answers.ts'
import { cepNames } from './cep.ts'
import type { Controls } from './controls.ts'
import { faultOrders } from './faults.ts'
import { orderView, paymentView, type SimulatedOrder, simulatedOrder } from './order.ts'
import { receivePayment } from './payments.ts'
import { paymentUrl, type Settings, type SettingsChange, settingsInput, stateUrl } from './settings.ts'
import type { OrderStore } from './store.ts'

const clockInput = z
  .object({ now: z.iso.datetime().nullable() })
  .or(z.object({ mode: z.enum(['real', 'plain']) }))
const importInput = z.object({
  orders: z.array(simulatedOrder.omit({ idEF: true }).extend({ idEF: z.int().optional() })),
})
const commandPath = /^\/admin\/orders\/([A-Za-z0-9]+)\/(settle|return|cancel|tell)$/
const paymentCommandPath = /^\/admin\/payments\/(\d+)\/(tell|return)$/
/** Cause of a return that the sender asked for ("a solicitud del emisor"). */
const askedBySender = 18
const commandInput = z.object({ cause: z.int().optional() })

function ok(json: unknown): Answer {
  return { status: 200, json }
}

const noSuch: Answer = { status: 404, json: { error: 'no such order' } }

/** Finds an order sent, by its id or its tracking key. If orders of several days have the key, the last one. */
export function findOrder(store: OrderStore, key: string): SimulatedOrder | undefined {
  const sent = store.of('E')
  return (
    sent.find((order) => order.idEF === Number(key)) ??
    sent.findLast((order) => order.cuerpo.claveRastreo === key)
  )
}

/** Changes settings while running, then resumes orders and callbacks that waited for them. */
export function configure({ settings, bank }: Controls, change: SettingsChange): Settings {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  Object.assign(settings, changes)
  bank.life.resume()
  return settings
}

/**
 * Imports orders of an earlier history as if their callbacks had been delivered. Orders in transit settle as usual; for
 * a settled order without names the receiving bank's are filled in.
 */
function importOrders({ bank: { store, state, life } }: Controls, input: unknown): Answer {
  const { orders } = importInput.parse(input)
  for (const order of orders) {
    const imported = {
      ...order,
      idEF: order.idEF ?? store.nextId(),
      avisado: order.avisado ?? order.estado,
    }
    const isNameless = order.tipoOrden === 'E' && order.tsLiquidacion !== null && order.nombreCep === null
    store.save(isNameless ? { ...imported, ...cepNames(state, imported) } : imported)
  }
  life.resume()
  return ok({ imported: orders.length })
}

function commandOrder({ bank: { store, life } }: Controls, path: string, input: unknown): Answer | null {
  const [, key = '', name] = commandPath.exec(path) ?? []
  if (name === undefined) return null
  const order = findOrder(store, key)
  if (!order) return noSuch
  if (name === 'tell') {
    life.sendCallback(order)
    return ok(orderView(order))
  }
  const { cause } = commandInput.parse(input)
  const done = life.act(order, z.enum(['settle', 'return', 'cancel']).parse(name), cause)
  return { status: done ? 200 : 409, json: orderView(store.byId(order.idEF) ?? order) }
}

/** Repeats the callback of a payment, or takes the payment back on behalf of its sender. */
function commandPayment({ bank: { store, life } }: Controls, path: string, input: unknown): Answer | null {
  const [, id, name] = paymentCommandPath.exec(path) ?? []
  if (id === undefined) return null
  const payment = store.byId(Number(id))
  if (payment?.tipoOrden !== 'R') return noSuch
  if (name === 'tell') {
    life.sendCallback(payment)
    return ok(paymentView(payment))
  }
  const { cause = askedBySender } = commandInput.parse(input)
  const done = life.giveBack(payment, { cause, key: null })
  return { status: done ? 200 : 409, json: paymentView(store.byId(payment.idEF) ?? payment) }
}

function clockView({ bank: { clock } }: Controls): Answer {
  const now = new Date(clock.nowMs()).toISOString()
  return ok({ now, mode: clock.mode(), operating_day: clock.operatingDay() })
}

function settingsView(settings: Settings): Answer {
  const urls = { order_state_url: stateUrl(settings), payment_url: paymentUrl(settings) }
  return ok({ ...settings, ...urls })
}

const routes: typeof moneyRoutes = {
  ...moneyRoutes,
  'GET /admin/orders': ({ bank }) => ok({ orders: bank.store.of('E').map(orderView) }),
  'POST /admin/orders': importOrders,
  'GET /admin/payments': ({ bank }) => ok({ payments: bank.store.of('R').map(paymentView) }),
  'POST /admin/payments': ({ bank, settings }, input) =>
    ok({ ...paymentView(receivePayment(bank, input)), told_to: paymentUrl(settings) }),
  'GET /admin/accounts': ({ bank }) => ok({ accounts: Object.values(bank.state.value.accounts) }),
  'GET /admin/faults': ({ faults }) => ok({ faults: faults.list(), seed: faults.seeded() }),
  'PUT /admin/faults': ({ faults }, input) => {
    const orders = faultOrders.parse(input)
    if (orders.faults !== undefined) faults.set(orders.faults)
    if ('seed' in orders) faults.seed(orders)
    return ok({ faults: faults.list(), seed: faults.seeded() })
  },
  'DELETE /admin/faults': ({ faults }) => {
    faults.clear()
    return ok({ faults: [], seed: null })
  },
  'GET /admin/faults/played': ({ faults }) => ok({ played: faults.played() }),
  'GET /admin/settings': ({ settings }) => settingsView(settings),
  'PUT /admin/settings': (controls, input) => settingsView(configure(controls, settingsInput.parse(input))),
  'GET /admin/clock': clockView,
  'PUT /admin/clock': (controls, input) => {
    const change = clockInput.parse(input)
    if ('now' in change) controls.bank.clock.set(change.now)
    else if (change.mode === 'plain') controls.bank.clock.set(null)
    else controls.bank.clock.reset()
    return clockView(controls)
  },
}

/**
 * Answers /admin: controls of the simulator that STP does not have. Bad input: 422 with the reason; unknown path: 404.
 */
export async function answerAdmin(
  controls: Controls,
  request: { method: string; path: string; json: unknown },
): Promise<Answer> {
  const { method, path, json } = request
  try {
    const route = routes[`${method} ${path}`]
    if (route) return await route(controls, json)
    const answer =
      method === 'POST' ? (commandOrder(controls, path, json) ?? commandPayment(controls, path, json)) : null
    return answer ?? { status: 404, json: { error: 'unknown path' } }
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 422, json: { error: z.prettifyError(error) } }
    throw error
  }
}
