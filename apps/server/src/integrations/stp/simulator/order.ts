import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A request body with every value as text, as it is signed: `''` where absent or null. */
export const wireBody = z.record(
  z.string(),
  z
    .union([z.string(), z.number()])
    .nullable()
    .transform((value) => (value === null ? '' : String(value))),
)
export type TextBody = z.infer<typeof wireBody>

/** An order in the simulator's store, in STP's own words. `avisado`: the last state told by webhook. */
export const simulatedOrder = z.object({
  idEF: z.int().positive(),
  estado: z.string(),
  fechaOperacion: z.int(),
  tsCaptura: z.int(),
  tsLiquidacion: z.int().nullable().default(null),
  causaDevolucion: z.int().nullable().default(null),
  urlCEP: z.string().nullable().default(null),
  avisado: z.string().nullable().default(null),
  cuerpo: wireBody,
})
export type SimulatedOrder = z.infer<typeof simulatedOrder>

function textOrNull(value: string | undefined): string | null {
  return value || null
}

function numberOrNull(value: string | undefined): number | null {
  return value ? Number(value) : null
}

/** What a settled order's CEP link looks like; the last part is opaque to everyone but Banxico. */
export function cepUrl(order: SimulatedOrder): string {
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

/** The order as `consultaOrden` and `conciliacion` show it. */
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
    nombreCep: null,
    rfcCep: null,
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

/** The order as the older `/speiws` queries show it: empty values left out. */
export function legacyOrderView(order: SimulatedOrder) {
  const { nombreCep, rfcCep, sello, urlCEP, ...view } = orderView(order)
  const filled = Object.entries({ ...view, folioOrigen: textOrNull(order.cuerpo.folioOrigen) })
  return Object.fromEntries(filled.filter(([, value]) => value !== null))
}
