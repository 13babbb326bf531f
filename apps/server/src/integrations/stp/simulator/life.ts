import { cepNames } from './cep.ts'
import type { SimulatorClock } from './clock.ts'
import type { Faults } from './faults.ts'
import { cepUrl, inTransit, type PaymentAnswer, type SimulatedOrder } from './order.ts'
import type { Settings } from './settings.ts'
import type { StateStore } from './state.ts'
import type { OrderStore } from './store.ts'

/** A command on an order. */
export type OrderCommand = 'settle' | 'return' | 'cancel'

/** The states of orders and payments over time. */
export interface Life {
  /** Starts the timer after which a new order settles. */
  begin(order: SimulatedOrder): void
  /** Settles, returns (D, also after LQ) or cancels an order now; false when its state does not allow it. */
  act(order: SimulatedOrder, command: OrderCommand, cause?: number): boolean
  /** Posts the callback of an order's current state, or of a payment, even if it was posted before. */
  sendCallback(order: SimulatedOrder): void
  /** Stores a client's first answer to a payment: confirmed, or returned. */
  answered(payment: SimulatedOrder, answer: PaymentAnswer): void
  /** Whether a payment is in the account, so that it can be returned. */
  canGiveBack(payment: SimulatedOrder): boolean
  /** Returns a payment; false when it was returned already. */
  giveBack(payment: SimulatedOrder, details: { cause: number; key: string | null }): boolean
  /** Starts timers of orders in transit that have none, and posts callbacks that were not delivered. */
  resume(): void
  stop(): void
}

interface Surroundings {
  store: OrderStore
  state: StateStore
  settings: Settings
  faults: Faults
  clock: SimulatorClock
  sendCallback(order: SimulatedOrder): void
}

const settled = 'LQ'
const returned = 'D'
const cancelled = 'CN'
const confirmed = 'CCO'
/** The bank's own tracking key of a return has eight digits (recorded). */
const firstReturnKey = 10_000_000

const allowed: Readonly<Record<OrderCommand, readonly string[]>> = {
  settle: [inTransit],
  cancel: [inTransit],
  return: [inTransit, settled],
}

function changed(
  order: SimulatedOrder,
  command: OrderCommand,
  at: { now: number; cause: number; state: StateStore },
): SimulatedOrder {
  if (command === 'settle') {
    const cep = { urlCEP: cepUrl(order), ...cepNames(at.state, order) }
    return { ...order, estado: settled, tsLiquidacion: at.now, ...cep }
  }
  if (command === 'cancel') return { ...order, estado: cancelled }
  const claveRastreoDevolucion = String(firstReturnKey + order.idEF)
  return {
    ...order,
    estado: returned,
    causaDevolucion: at.cause,
    claveRastreoDevolucion,
    tsDevolucion: at.now,
  }
}

function canGiveBack({ tipoOrden, estado }: SimulatedOrder): boolean {
  return tipoOrden === 'R' && estado !== returned
}

/** Whether a callback is still due: for a final state not yet delivered, or a payment without an answer. */
function needsCallback(order: SimulatedOrder): boolean {
  if (order.avisado === order.estado) return false
  if (order.tipoOrden === 'R') return order.respuesta === null && order.estado !== returned
  return order.estado !== inTransit
}

/**
 * Moves orders from A to LQ, D or CN, and payments from LQ to CCO or D. A change is stored before its callback is
 * posted.
 */
export function createLife(around: Surroundings): Life {
  const { store, state, settings, faults, clock, sendCallback } = around
  const timers = new Map<number, NodeJS.Timeout>()
  const held = new Set<number>()

  function act(order: SimulatedOrder, what: OrderCommand, cause = 1): boolean {
    const current = store.byId(order.idEF)
    if (current?.tipoOrden !== 'E' || !allowed[what].includes(current.estado)) return false
    const next = changed(current, what, { now: clock.nowMs(), cause, state })
    store.save(next)
    sendCallback(next)
    return true
  }

  function end(order: SimulatedOrder) {
    timers.delete(order.idEF)
    const target = { tracking_key: order.cuerpo.claveRastreo, amount: Number(order.cuerpo.monto) }
    const fault = faults.takeSettle(target)
    if (fault?.action === 'hold') return void held.add(order.idEF)
    if (fault?.action === 'return') return void act(order, 'return', fault.cause)
    act(order, fault?.action === 'cancel' ? 'cancel' : 'settle')
    if (fault?.action !== 'return_later') return
    const returnIt = () => act(order, 'return', fault.cause)
    timers.set(order.idEF, setTimeout(returnIt, fault.delay_ms))
  }

  function begin(order: SimulatedOrder) {
    if (settings.settle_ms === null || timers.has(order.idEF) || held.has(order.idEF)) return
    timers.set(order.idEF, setTimeout(end, settings.settle_ms, order))
  }

  function giveBack(payment: SimulatedOrder, { cause, key }: { cause: number; key: string | null }): boolean {
    const current = store.byId(payment.idEF)
    if (current === undefined || !canGiveBack(current)) return false
    const now = clock.nowMs()
    const reason = { causaDevolucion: cause, claveRastreoDevolucion: key }
    store.save({ ...current, ...reason, estado: returned, tsDevolucion: now })
    return true
  }

  return {
    begin,
    act,
    sendCallback,
    canGiveBack,
    giveBack,
    answered(payment, answer) {
      const current = store.byId(payment.idEF)
      if (current === undefined || current.respuesta !== null) return
      const estado = answer.mensaje === 'confirmar' && current.estado === settled ? confirmed : current.estado
      store.save({ ...current, estado, respuesta: answer })
      if (answer.mensaje === 'devolver') giveBack(current, { cause: answer.id ?? 1, key: null })
    },
    resume() {
      for (const order of store.all()) {
        if (order.tipoOrden === 'E' && order.estado === inTransit) begin(order)
        else if (needsCallback(order)) sendCallback(order)
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
