import { z } from 'zod'
import type { SimulatorClock } from './clock.ts'
import { type Faults, faultOrders } from './faults.ts'
import type { Life, Settings } from './life.ts'
import type { Answer } from './operations.ts'
import { orderView, type SimulatedOrder, simulatedOrder } from './order.ts'
import type { OrderStore } from './store.ts'

export interface Controls {
  store: OrderStore
  faults: Faults
  settings: Settings
  clock: SimulatorClock
  life: Life
}

const settingsInput = z.object({
  webhook: z.url().nullable().optional(),
  settle_ms: z.int().min(0).nullable().optional(),
})
const clockInput = z.object({ now: z.iso.datetime().nullable() })
const importInput = z.object({
  orders: z.array(simulatedOrder.omit({ idEF: true }).extend({ idEF: z.int().optional() })),
})
const actPath = /^\/admin\/orders\/([A-Za-z0-9]+)\/(settle|return|cancel)$/
const actName = z.enum(['settle', 'return', 'cancel'])
const actInput = z.object({ cause: z.int().optional() })

function ok(json: unknown): Answer {
  return { status: 200, json }
}

/** An order by its id or its tracking key; of several days' orders with one key, the last. */
export function findOrder(store: OrderStore, key: string): SimulatedOrder | undefined {
  return store.byId(Number(key)) ?? store.all().findLast((order) => order.cuerpo.claveRastreo === key)
}

/** Changes settings while running and takes up what waited for them. */
export function configure(controls: Controls, change: z.infer<typeof settingsInput>): Settings {
  const { settings, life } = controls
  if (change.webhook !== undefined) settings.webhook = change.webhook
  if (change.settle_ms !== undefined) settings.settle_ms = change.settle_ms
  life.resume()
  return settings
}

/** Takes orders of an earlier history, as told already; those in transit go on from here. */
function importOrders({ store, life }: Controls, input: unknown): Answer {
  const { orders } = importInput.parse(input)
  for (const order of orders) {
    store.save({ ...order, idEF: order.idEF ?? store.nextId(), avisado: order.avisado ?? order.estado })
  }
  life.resume()
  return ok({ imported: orders.length })
}

function actOnOrder({ store, life }: Controls, path: string, input: unknown): Answer | null {
  const [, key = '', name] = actPath.exec(path) ?? []
  if (name === undefined) return null
  const order = findOrder(store, key)
  if (!order) return { status: 404, json: { error: 'no such order' } }
  const done = life.act(order, actName.parse(name), actInput.parse(input).cause)
  const after = store.byId(order.idEF) ?? order
  return { status: done ? 200 : 409, json: orderView(after) }
}

const routes: Readonly<Record<string, (controls: Controls, input: unknown) => Answer>> = {
  'GET /admin/orders': ({ store }) => ok({ orders: store.all().map(orderView) }),
  'POST /admin/orders': importOrders,
  'GET /admin/faults': ({ faults }) => ok({ faults: faults.list() }),
  'PUT /admin/faults': ({ faults }, input) => {
    const orders = faultOrders.parse(input)
    faults.set(orders.faults)
    if ('seed' in orders) faults.seed(orders)
    return ok({ faults: faults.list() })
  },
  'GET /admin/faults/played': ({ faults }) => ok({ played: faults.played() }),
  'DELETE /admin/faults': ({ faults }) => {
    faults.clear()
    return ok({ faults: [] })
  },
  'GET /admin/settings': ({ settings }) => ok(settings),
  'PUT /admin/settings': (controls, input) => ok(configure(controls, settingsInput.parse(input))),
  'PUT /admin/clock': ({ clock }, input) => {
    clock.set(clockInput.parse(input).now)
    return ok({ operating_day: clock.operatingDay() })
  },
}

/** The controls of the stand-in itself, which STP does not have. Bad input: 422 with what is wrong. */
export function answerAdmin(
  controls: Controls,
  request: { method: string; path: string; json: unknown },
): Answer {
  const { method, path, json } = request
  try {
    const route = routes[`${method} ${path}`]
    if (route) return route(controls, json)
    const acted = method === 'POST' ? actOnOrder(controls, path, json) : null
    return acted ?? { status: 404, json: { error: 'unknown path' } }
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 422, json: { error: z.prettifyError(error) } }
    throw error
  }
}
