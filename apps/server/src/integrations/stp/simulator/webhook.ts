import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookFault } from './fault.ts'
import type { Faults } from './faults.ts'
import { paymentMessage, readPaymentAnswer } from './messages.ts'
import type { PaymentAnswer, SimulatedOrder } from './order.ts'
import { paymentUrl, type Settings, stateUrl } from './settings.ts'
import type { OrderStore } from './store.ts'

const attempts = 10
const longestWaitMs = 60_000
const answerLimitMs = 5_000

/** What a callback reports: an incoming payment, or the state of an order that a client sent. */
export type CallbackKind = 'payment' | 'order_state'

/** Sender of the callbacks. */
export interface Webhook {
  /** Posts an order's current state, or a payment, at most ten times, until it is answered. Does not wait for it. */
  sendCallback(order: SimulatedOrder): void
  /** Posts a message once; null: no webhook is set, or nothing answered. Faults do not apply. */
  postOnce(kind: CallbackKind, message: object): Promise<{ status: number; text: string } | null>
  stop(): void
}

/** The callback that STP posts on a change of state: unsigned, `tsLiquidacion` in ms as text. */
export function callbackOf(order: SimulatedOrder) {
  return {
    id: order.idEF,
    empresa: order.cuerpo.empresa,
    claveRastreo: order.cuerpo.claveRastreo,
    folioOrigen: order.cuerpo.folioOrigen ?? '',
    estado: order.estado,
    causaDevolucion: order.causaDevolucion === null ? '' : String(order.causaDevolucion),
    tsLiquidacion: String(order.tsLiquidacion ?? 0),
  }
}

interface Surroundings {
  store: OrderStore
  settings: Settings
  faults: Faults
  retry_ms: number
  /** Receives a client's answer to a payment. */
  answered(payment: SimulatedOrder, answer: PaymentAnswer): void
}

async function post(url: string, message: object, stopped: AbortSignal) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerLimitMs)]),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    // Refused, lost or later than 5 s: counts as not delivered, so it is repeated.
    return null
  }
}

/** Creates the sender of callbacks. A callback is repeated until it is answered; the answer is stored. */
export function createWebhook(around: Surroundings): Webhook {
  const { store, settings, faults, retry_ms } = around
  const stopping = new AbortController()
  /** Callbacks that wait until another one was delivered. */
  const overtaken = new Set<() => void>()

  /** True when it was delivered, or when no webhook is set. */
  async function postState(order: SimulatedOrder): Promise<boolean> {
    const url = stateUrl(settings)
    if (url === null) return true
    const answer = await post(url, callbackOf(order), stopping.signal)
    if (answer?.status !== 200) return false
    const current = store.byId(order.idEF)
    if (current) store.save({ ...current, avisado: order.estado })
    return true
  }

  async function postPayment(payment: SimulatedOrder): Promise<boolean> {
    const url = paymentUrl(settings)
    if (url === null) return true
    const answer = await post(url, paymentMessage(payment), stopping.signal)
    const reply = answer && readPaymentAnswer(answer.status, answer.text)
    if (!reply) return false
    around.answered(payment, reply)
    return true
  }

  async function deliver(order: SimulatedOrder) {
    const attemptDelivery = order.tipoOrden === 'E' ? postState : postPayment
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (await attemptDelivery(order)) return
      await sleep(Math.min(longestWaitMs, retry_ms * 2 ** attempt), undefined, { signal: stopping.signal })
    }
  }

  /** Counts a callback as posted, so that it is not posted after a restart either. */
  function lose(order: SimulatedOrder) {
    const current = store.byId(order.idEF)
    if (current) store.save({ ...current, avisado: order.estado })
  }

  /** Waits until another callback was delivered, at most `longest_ms`. */
  async function waitForAnother(longest_ms: number) {
    const passed = new AbortController()
    const go = () => passed.abort()
    overtaken.add(go)
    const signal = AbortSignal.any([stopping.signal, passed.signal])
    await sleep(longest_ms, undefined, { signal }).catch(() => stopping.signal.throwIfAborted())
    overtaken.delete(go)
  }

  /** Waits as a fault demands before the first delivery. */
  async function hold(fault: WebhookFault) {
    if (fault.action === 'delay') await sleep(fault.delay_ms, undefined, { signal: stopping.signal })
    if (fault.action === 'reorder') await waitForAnother(fault.delay_ms)
  }

  async function deliverWithFaults(order: SimulatedOrder) {
    const { tipoOrden: type, estado: state, cuerpo } = order
    const target = { tracking_key: cuerpo.claveRastreo, amount: Number(cuerpo.monto), type, state }
    const fault = faults.takeWebhook(target)
    if (fault?.action === 'drop') return lose(order)
    if (fault !== undefined) await hold(fault)
    await deliver(order)
    if (fault?.action !== 'reorder') for (const go of overtaken) go()
    if (fault?.action !== 'duplicate') return
    await sleep(fault.delay_ms, undefined, { signal: stopping.signal })
    await deliver(order)
  }

  return {
    sendCallback(order) {
      deliverWithFaults(order).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    },
    async postOnce(kind, message) {
      const url = kind === 'payment' ? paymentUrl(settings) : stateUrl(settings)
      return url === null ? null : await post(url, message, stopping.signal)
    },
    stop: () => stopping.abort(),
  }
}
