import { type StpOutcome, stpOutcome } from '@quincena/domain/mexico/stp-states'
import { z } from 'zod'

const wireInteger = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
])
const wireNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const wireText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const largestInteger = 2_147_483_647
/** A whole number of at least `least`; null where STP gives none. */
const wholeFrom = (min: number) =>
  wireText.transform((text) => {
    const number = /^\d{1,10}$/.test(text.trim()) ? Number(text) : -1
    return number >= min && number <= largestInteger ? number : null
  })
const cents = wireNumber.transform((pesos) => Math.round(pesos * 100))
const operationDate = wireInteger
  .transform(String)
  .pipe(z.string().regex(/^\d{8}$/))
  .transform((day) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)

/** Numbers below this are durations in ms, not instants, as recorded answers of STP show. */
const firstInstantMs = Date.UTC(2000, 0, 1)
const instant = wireInteger
  .nullish()
  .transform((ms) => (ms && ms >= firstInstantMs ? new Date(ms).toISOString() : null))

/** Null unless the link leads to Banxico's own host: STP's test host has answered with other addresses. */
const cepUrl = wireText.transform((text) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.host === 'www.banxico.org.mx' ? text : null
})

/** STP writes ND (no disponible) where there is no name or RFC. */
const holderText = wireText.transform((text) => {
  const plain = text.trim()
  return plain === '' || plain === 'ND' ? null : plain
})

/**
 * An order as STP reports it. Amounts in centavos, instants ISO UTC. `stp_state` is STP's own state. `state` is null
 * unless it is final. `cep_name` and `cep_rfc`: the holder of the beneficiary's account as the receiving bank names it;
 * null until the order is settled, and where the bank gives none. Of the payer's facts, a text that STP leaves out is empty, a number is null.
 */
export interface StpOrder {
  id: number
  tracking_key: string
  state: StpOutcome | null
  stp_state: string
  amount: number
  operation_date: string
  beneficiary_name: string
  beneficiary_account: string
  counterpart_institution: string
  paying_account: string
  payer_name: string
  rfc_curp_payer: string
  payment_concept: string
  numeric_reference: number | null
  payment_type: number | null
  ts_capture: string | null
  ts_liquidation: string | null
  return_cause: string | null
  url_cep: string | null
  cep_name: string | null
  cep_rfc: string | null
}

const orderRow = z
  .object({
    idEF: wireInteger,
    claveRastreo: z.string(),
    estado: z.string(),
    monto: cents,
    fechaOperacion: operationDate,
    nombreBeneficiario: wireText,
    cuentaBeneficiario: wireText,
    institucionContraparte: wireText,
    cuentaOrdenante: wireText,
    nombreOrdenante: wireText,
    rfcCurpOrdenante: wireText,
    conceptoPago: wireText,
    referenciaNumerica: wholeFrom(1),
    tipoPago: wholeFrom(0),
    tsCaptura: instant,
    tsLiquidacion: instant,
    causaDevolucion: wireText,
    urlCEP: cepUrl,
    nombreCep: holderText,
    rfcCep: holderText,
  })
  .transform(
    (row): StpOrder => ({
      id: row.idEF,
      tracking_key: row.claveRastreo,
      state: stpOutcome(row.estado),
      stp_state: row.estado,
      amount: row.monto,
      operation_date: row.fechaOperacion,
      beneficiary_name: row.nombreBeneficiario,
      beneficiary_account: row.cuentaBeneficiario,
      counterpart_institution: row.institucionContraparte,
      paying_account: row.cuentaOrdenante,
      payer_name: row.nombreOrdenante,
      rfc_curp_payer: row.rfcCurpOrdenante,
      payment_concept: row.conceptoPago,
      numeric_reference: row.referenciaNumerica,
      payment_type: row.tipoPago,
      ts_capture: row.tsCaptura,
      ts_liquidation: row.tsLiquidacion,
      return_cause: row.causaDevolucion || null,
      url_cep: row.urlCEP,
      cep_name: row.nombreCep,
      cep_rfc: row.rfcCep,
    }),
  )

/** Answer of `ordenPago/registra`. It is a success only with a positive id and no error text. */
export const registerAnswer = z.object({
  resultado: z.object({ id: wireInteger, descripcionError: z.string().nullish() }),
})

/** Values of `estado` in efws answers. The others (2 bad request, 8 future day, ...) say nothing about an order. */
const efwsStates = { answered: 0, limit: 3, nothing: 6 } as const
const envelope = z.object({ estado: wireInteger, mensaje: wireText })

type EfwsRead<T> = { body: T | null } | { limit: true } | { problem: string }

/** Reads an efws answer: checks `estado`, then parses the whole with `schema`. `body` null: STP found nothing. */
export function readEfws<T>(schema: z.ZodType<T>, json: unknown): EfwsRead<T> {
  const head = envelope.safeParse(json)
  if (!head.success) return { problem: 'no estado in the answer' }
  const { estado, mensaje } = head.data
  if (estado === efwsStates.nothing) return { body: null }
  if (estado === efwsStates.limit) return { limit: true }
  if (estado !== efwsStates.answered) return { problem: `estado ${estado}: ${mensaje}` }
  const body = schema.safeParse(json)
  return body.success ? { body: body.data } : { problem: z.prettifyError(body.error) }
}

/** Answer of efws `consultaOrden`. */
export const queryAnswer = z.object({ respuesta: orderRow })
/** Answer of efws `V2/conciliacion`: one page, and the total of all pages. */
export const listAnswer = z.object({ datos: z.array(orderRow), total: wireInteger })
/** Answer of efws `consultaInstituciones`; `estado` C is connected. */
export const institutionsAnswer = z.object({
  datos: z.array(z.object({ estado: z.string(), clave: wireText, participante: z.string() })),
})
const accountBalance = z.object({ saldo: cents, cargosPendientes: cents })
/** Answer of efws `consultaSaldoCuenta`. */
export const balanceAnswer = z.object({ respuesta: accountBalance })
/** Answer of `ordenPago/consSaldoCuenta`. */
export const restBalanceAnswer = z.object({ resultado: z.object({ saldoCuenta: accountBalance }) })
