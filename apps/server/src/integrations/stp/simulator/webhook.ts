import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from './faults.ts'
import type { Settings } from './life.ts'
import type { SimulatedOrder } from './order.ts'
import type { OrderStore } from './store.ts'

const attempts = 10
const longestWaitMs = 60_000
const answerLimitMs = 5_000

export interface Webhook {
  /** Tells the order's present state to the configured address, again and again until it answers 200. */
  tell(order: SimulatedOrder): void
  stop(): void
}

/** The callback STP sends on a change of state: unsigned, `tsLiquidacion` as text. */
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

async function post(url: string, order: SimulatedOrder, stopped: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callbackOf(order)),
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerLimitMs)]),
    })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    // Refused, lost or late: the same as "not told", and tried again.
    return false
  }
}

export function createWebhook(around: {
  store: OrderStore
  settings: Settings
  faults: Faults
  retry_ms: number
}): Webhook {
  const { store, settings, faults, retry_ms } = around
  const stopping = new AbortController()

  /** True when told, or when there is nobody to tell. */
  async function tryOnce(order: SimulatedOrder): Promise<boolean> {
    if (settings.webhook === null) return true
    if (!(await post(settings.webhook, order, stopping.signal))) return false
    const current = store.byId(order.idEF)
    if (current) store.save({ ...current, avisado: order.estado })
    return true
  }

  async function deliver(order: SimulatedOrder) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (await tryOnce(order)) return
      await sleep(Math.min(longestWaitMs, retry_ms * 2 ** attempt), undefined, { signal: stopping.signal })
    }
  }

  async function tellWithFaults(order: SimulatedOrder) {
    const target = { tracking_key: order.cuerpo.claveRastreo, amount: Number(order.cuerpo.monto) }
    const fault = faults.takeWebhook(target)
    if (fault?.action === 'drop') return
    if (fault?.action === 'delay') await sleep(fault.delay_ms, undefined, { signal: stopping.signal })
    await deliver(order)
    if (fault?.action !== 'duplicate') return
    await sleep(fault.delay_ms, undefined, { signal: stopping.signal })
    await deliver(order)
  }

  return {
    tell(order) {
      tellWithFaults(order).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    },
    stop: () => stopping.abort(),
  }
}
