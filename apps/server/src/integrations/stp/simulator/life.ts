import type { SimulatorClock } from './clock.ts'
import type { Faults } from './faults.ts'
import { cepUrl, type SimulatedOrder } from './order.ts'
import type { OrderStore } from './store.ts'

export type OrderAct = 'settle' | 'return' | 'cancel'

/** Changed while running by `PUT /admin/settings`. `settle_ms` null: orders wait until told. */
export interface Settings {
  webhook: string | null
  settle_ms: number | null
}

export interface Life {
  /** Lets a new order settle in its time. */
  begin(order: SimulatedOrder): void
  /** Settles, returns (D, also after LQ) or cancels an order now; false when its state does not allow it. */
  act(order: SimulatedOrder, act: OrderAct, cause?: number): boolean
  /** Takes up what waits: orders in transit without a timer, and states nobody was told. */
  resume(): void
  stop(): void
}

interface Surroundings {
  store: OrderStore
  settings: Settings
  faults: Faults
  clock: SimulatorClock
  tell(order: SimulatedOrder): void
}

export const inTransit = 'A'
const settled = 'LQ'
const returned = 'D'
const cancelled = 'CN'

const allowed: Readonly<Record<OrderAct, readonly string[]>> = {
  settle: [inTransit],
  cancel: [inTransit],
  return: [inTransit, settled],
}

function changed(order: SimulatedOrder, act: OrderAct, at: { now: number; cause: number }): SimulatedOrder {
  if (act === 'settle') return { ...order, estado: settled, tsLiquidacion: at.now, urlCEP: cepUrl(order) }
  if (act === 'cancel') return { ...order, estado: cancelled }
  return { ...order, estado: returned, causaDevolucion: at.cause }
}

/** An order's way from A to LQ, D or CN. Every change is kept before it is told. */
export function createLife(around: Surroundings): Life {
  const { store, settings, faults, clock, tell } = around
  const timers = new Map<number, NodeJS.Timeout>()
  const held = new Set<number>()

  function act(order: SimulatedOrder, what: OrderAct, cause = 1): boolean {
    const current = store.byId(order.idEF)
    if (current === undefined || !allowed[what].includes(current.estado)) return false
    const next = changed(current, what, { now: clock.nowMs(), cause })
    store.save(next)
    tell(next)
    return true
  }

  function end(order: SimulatedOrder) {
    timers.delete(order.idEF)
    const target = { tracking_key: order.cuerpo.claveRastreo, amount: Number(order.cuerpo.monto) }
    const fault = faults.takeSettle(target)
    if (fault?.action === 'hold') return void held.add(order.idEF)
    if (fault?.action === 'return') act(order, 'return', fault.cause)
    else if (fault?.action === 'cancel') act(order, 'cancel')
    else act(order, 'settle')
    if (fault?.action !== 'return_later') return
    timers.set(
      order.idEF,
      setTimeout(() => act(order, 'return', fault.cause), fault.delay_ms),
    )
  }

  function begin(order: SimulatedOrder) {
    if (settings.settle_ms === null || timers.has(order.idEF) || held.has(order.idEF)) return
    timers.set(order.idEF, setTimeout(end, settings.settle_ms, order))
  }

  return {
    begin,
    act,
    resume() {
      for (const order of store.all()) {
        if (order.estado === inTransit) begin(order)
        else if (order.avisado !== order.estado) tell(order)
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
