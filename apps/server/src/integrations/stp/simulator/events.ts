import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bank } from './bank.ts'
import type { EventFault } from './fault.ts'
import type { Forger } from './forgeries.ts'
import { chargeFee } from './lender.ts'
import type { SimulatedOrder } from './order.ts'
import { receivePayment } from './payments.ts'

/** What events happen to. */
interface Surroundings {
  bank: Bank
  forger: Forger
  /** Ends waits when the simulator stops. */
  stopped: AbortSignal
}

/** Cause of a return that the sender asked for ("a solicitud del emisor"). */
const askedBySender = 18
const keyDigits = 16

/** A tracking key that follows from the order's, so that the same calls give the same keys. */
function keyBeside(order: SimulatedOrder, prefix: string): string {
  const digest = createHash('sha256').update(`${order.cuerpo.claveRastreo}`).digest('hex')
  return `${prefix}${digest.slice(0, keyDigits).toUpperCase()}`
}

/** Another amount in pesos, exact to the centavo. */
function otherAmount(monto: number): number {
  return Math.round(monto * 100 + 100) / 100
}

type Play = (around: Surroundings, event: EventFault, order: SimulatedOrder) => unknown

function arrive({ bank }: Surroundings, { monto }: EventFault, order: SimulatedOrder): SimulatedOrder {
  const { empresa, cuentaOrdenante: cuentaBeneficiario } = order.cuerpo
  const claveRastreo = keyBeside(order, 'ABONO')
  return receivePayment(bank, { monto, claveRastreo, empresa, cuentaBeneficiario })
}

const plays: Readonly<Record<EventFault['action'], Play>> = {
  payment: arrive,
  async payment_return(around, event, order) {
    const payment = arrive(around, event, order)
    await sleep(event.delay_ms, undefined, { signal: around.stopped })
    around.bank.life.giveBack(payment, { cause: askedBySender, key: null })
  },
  forged_payment({ forger }, { monto }, order) {
    const claveRastreo = keyBeside(order, 'FALSO')
    return forger.forge({ kind: 'payment', fields: { monto, claveRastreo } })
  },
  forged_amount(around, event, order) {
    const { idEF } = arrive(around, event, order)
    return around.forger.forge({ kind: 'payment', like: idEF, fields: { monto: otherAmount(event.monto) } })
  },
  forged_order({ forger }, _, order) {
    const claveRastreo = keyBeside(order, 'FALSO')
    return forger.forge({ kind: 'order_state', fields: { claveRastreo, estado: 'LQ' } })
  },
  forged_settlement: ({ forger }, _, { idEF }) =>
    forger.forge({ kind: 'order_state', like: idEF, fields: { estado: 'LQ', tsLiquidacion: '0' } }),
  fee: ({ bank }, { monto }, order) => chargeFee(bank, { monto, claveRastreo: keyBeside(order, 'COMISION') }),
}

/** Lets an event happen after an order was registered. Resolves at once if the simulator stops. */
export async function playEvent(
  around: Surroundings,
  event: EventFault,
  order: SimulatedOrder,
): Promise<void> {
  try {
    await plays[event.action](around, event, order)
  } catch (error) {
    if (!around.stopped.aborted) throw error
  }
}
