import { z } from 'zod'
import type { Bank } from './bank.ts'
import { paymentMessage } from './messages.ts'
import { newOrder, type SimulatedOrder } from './order.ts'
import { beneficiary } from './payments.ts'
import { type CallbackKind, callbackOf, type Webhook } from './webhook.ts'

/**
 * A forged callback: `fields` replace those of the message. `like`: id of the real order or payment that is copied;
 * omitted: the message is about one that the simulator does not have.
 */
const forgeryInput = z.strictObject({
  kind: z.enum(['payment', 'order_state']),
  like: z.int().optional(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
})
export type ForgeryInput = z.input<typeof forgeryInput>

/** A forged callback that was sent. `status` null: nothing answered, or no webhook is set. */
export interface Forgery {
  kind: CallbackKind
  message: Readonly<Record<string, unknown>>
  status: number | null
  answer: string | null
}

/** Sender of forged callbacks. */
export interface Forger {
  /** Sends one forged callback, once. Null: there is no order `like` it. Throws a ZodError on bad input. */
  forge(input: unknown): Promise<Forgery | null>
  /** All forged callbacks sent, the first one first. */
  sent(): readonly Forgery[]
}

/** Far above the ids that the simulator gives to orders. */
const firstForgedId = 80_000_000

type Surroundings = Pick<Bank, 'store' | 'clock' | 'company' | 'payer_account'>

/** An order that exists nowhere. */
function inventedOrder(bank: Surroundings, kind: CallbackKind, idEF: number): SimulatedOrder {
  const now = bank.clock.nowMs()
  return newOrder({
    tipoOrden: kind === 'payment' ? 'R' : 'E',
    idEF,
    estado: 'LQ',
    fechaOperacion: bank.clock.operatingDay(),
    tsCaptura: now,
    tsLiquidacion: now,
    cuerpo: {
      ...beneficiary(bank),
      ...{ claveRastreo: `FALSO${idEF}`, monto: '1000.00', conceptoPago: 'PAGO', referenciaNumerica: '1' },
      ...{ institucionContraparte: '40012', institucionOperante: '90646', tipoPago: '1' },
      ...{ nombreOrdenante: 'PERSONA FALSA', rfcCurpOrdenante: 'ND' },
      ...{ tipoCuentaOrdenante: '40', cuentaOrdenante: '012180001112223336' },
      ...{ nombreBeneficiario: 'BENEFICIARIO', rfcCurpBeneficiario: 'ND', tipoCuentaBeneficiario: '40' },
    },
  })
}

/** Creates the sender of forged callbacks. */
export function createForger(bank: Surroundings, webhook: Pick<Webhook, 'postOnce'>): Forger {
  const sent: Forgery[] = []
  let nextId = firstForgedId

  function copied(kind: CallbackKind, id: number): SimulatedOrder | undefined {
    const order = bank.store.byId(id)
    return order?.tipoOrden === (kind === 'payment' ? 'R' : 'E') ? order : undefined
  }

  return {
    async forge(input) {
      const { kind, like, fields } = forgeryInput.parse(input)
      const order = like === undefined ? inventedOrder(bank, kind, nextId++) : copied(kind, like)
      if (order === undefined) return null
      const real = kind === 'payment' ? paymentMessage(order) : callbackOf(order)
      const message = { ...real, ...fields }
      const answer = await webhook.postOnce(kind, message)
      const forgery = { kind, message, status: answer?.status ?? null, answer: answer?.text ?? null }
      sent.push(forgery)
      return forgery
    },
    sent: () => sent,
  }
}
