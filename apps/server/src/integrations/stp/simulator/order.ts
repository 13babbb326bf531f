import { createHash } from 'node:crypto'
import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** A request body with every value as text, as it is signed: null becomes `''`, lists are joined by commas. */
export const wireBody = z.record(
  z.string(),
  z
    .union([scalar, z.array(scalar)])
    .nullable()
    .transform((value) => (value === null ? '' : String(value))),
)
/** A request body with every value as text. */
export type TextBody = z.infer<typeof wireBody>

/** A client's answer to an incoming payment; `id` is the cause of a return. */
const paymentAnswer = z.object({ mensaje: z.enum(['confirmar', 'devolver']), id: z.int().nullable() })
/** A client's answer to an incoming payment. */
export type PaymentAnswer = z.infer<typeof paymentAnswer>

/** State of an order in transit. */
export const inTransit = 'A'

/**
 * An order in the simulator's store, in STP's field names: sent by a client (`E`) or received for one (`R`). `avisado`:
 * the last state that a callback delivered, or that a fault dropped. `respuesta`: the client's answer to a payment.
 * `lender`: the movement of the lender's own money, or STP's fee, that the order is. `nombreCep`, `rfcCep`: the holder
 * of the beneficiary's account, as the receiving bank names it.
 */
export const simulatedOrder = z.object({
  tipoOrden: z.enum(['E', 'R']).default('E'),
  idEF: z.int().positive(),
  estado: z.string(),
  fechaOperacion: z.int(),
  tsCaptura: z.int(),
  tsLiquidacion: z.int().nullable().default(null),
  tsDevolucion: z.int().nullable().default(null),
  causaDevolucion: z.int().nullable().default(null),
  claveRastreoDevolucion: z.string().nullable().default(null),
  urlCEP: z.string().nullable().default(null),
  nombreCep: z.string().nullable().default(null),
  rfcCep: z.string().nullable().default(null),
  lender: z.enum(['deposit', 'withdrawal', 'fee']).nullable().default(null),
  avisado: z.string().nullable().default(null),
  respuesta: paymentAnswer.nullable().default(null),
  cuerpo: wireBody,
})
/** An order in the simulator's store. */
export type SimulatedOrder = z.infer<typeof simulatedOrder>

/** An order to store; omitted facts are null. */
export const newOrder = (order: z.input<typeof simulatedOrder>): SimulatedOrder => simulatedOrder.parse(order)

/** The text; null when it is empty or absent. */
export function textOrNull(value: string | undefined): string | null {
  return value || null
}

function numberOrNull(value: string | undefined): number | null {
  return value ? Number(value) : null
}

/** A link in the form of a CEP link of a settled order. Only Banxico can read its last part, here it is a hash. */
export function cepUrl(order: Pick<SimulatedOrder, 'fechaOperacion' | 'cuerpo'>): string {
  const { claveRastreo, institucionContraparte, cuentaBeneficiario, monto } = order.cuerpo
  const facts = [
    order.fechaOperacion,
    'T',
    claveRastreo,
    '90646',
    institucionContraparte,
    cuentaBeneficiario,
    monto,
  ]
  const opaque = createHash('sha512').update(facts.join('|')).digest('base64')
  return `https://www.banxico.org.mx/cep/go?i=90646&s=20210302&d=${encodeURIComponent(opaque)}`
}

/** The order as `consultaOrden` shows it. */
export function orderView(order: SimulatedOrder) {
  const { cuerpo } = order
  return {
    idEF: order.idEF,
    claveRastreo: cuerpo.claveRastreo,
    conceptoPago: textOrNull(cuerpo.conceptoPago),
    cuentaBeneficiario: textOrNull(cuerpo.cuentaBeneficiario),
    cuentaOrdenante: textOrNull(cuerpo.cuentaOrdenante),
    empresa: cuerpo.empresa,
    estado: order.estado,
    fechaOperacion: order.fechaOperacion,
    institucionContraparte: numberOrNull(cuerpo.institucionContraparte),
    institucionOperante: numberOrNull(cuerpo.institucionOperante),
    medioEntrega: numberOrNull(cuerpo.medioEntrega),
    monto: Number(cuerpo.monto),
    nombreBeneficiario: textOrNull(cuerpo.nombreBeneficiario),
    nombreOrdenante: textOrNull(cuerpo.nombreOrdenante),
    nombreCep: order.nombreCep,
    rfcCep: order.rfcCep,
    sello: null,
    rfcCurpBeneficiario: textOrNull(cuerpo.rfcCurpBeneficiario),
    referenciaNumerica: numberOrNull(cuerpo.referenciaNumerica),
    rfcCurpOrdenante: textOrNull(cuerpo.rfcCurpOrdenante),
    tipoCuentaBeneficiario: numberOrNull(cuerpo.tipoCuentaBeneficiario),
    tipoCuentaOrdenante: numberOrNull(cuerpo.tipoCuentaOrdenante),
    tipoPago: numberOrNull(cuerpo.tipoPago),
    tsCaptura: order.tsCaptura,
    tsLiquidacion: order.tsLiquidacion,
    causaDevolucion: order.causaDevolucion,
    urlCEP: order.urlCEP,
  }
}

/** A payment as /admin shows it: with the client's answer. */
export function paymentView(payment: SimulatedOrder) {
  return { ...orderView(payment), respuesta: payment.respuesta }
}

/** The order as `conciliacion` and the other lists show it. */
export function listedView(order: SimulatedOrder) {
  return { ...orderView(order), claveRastreoDevolucion: order.claveRastreoDevolucion }
}

/** The amount of an order in centavos. */
export function centsOf(order: SimulatedOrder): number {
  return Math.round(Number(order.cuerpo.monto) * 100)
}
