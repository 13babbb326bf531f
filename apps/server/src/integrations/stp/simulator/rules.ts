import { isBankCode } from '@quincena/domain/mexico/banks'
import { cadena } from '../cadena.ts'
import { beneficiaryAccountRefusal, payerAccountRefusal } from './account-rules.ts'
import type { TextBody } from './order.ts'

export interface Refusal {
  id: number
  message: string
}

export interface RuleContext {
  operatingDay: number
  company: string | undefined
  payer_account: string | undefined
  verify: ((text: string, firma: string) => boolean) | undefined
  /** Whether the key was used on the operating day. */
  used(trackingKey: string): boolean
}

type Rule = (body: TextBody, context: RuleContext) => Refusal | null

const obligatory = [
  'empresa',
  'claveRastreo',
  'conceptoPago',
  'cuentaBeneficiario',
  'institucionOperante',
  'monto',
  'nombreBeneficiario',
  'referenciaNumerica',
  'rfcCurpBeneficiario',
  'tipoCuentaBeneficiario',
  'tipoPago',
  'firma',
]

const lengths: Readonly<Record<string, number>> = {
  empresa: 15,
  folioOrigen: 50,
  nombreOrdenante: 40,
  nombreBeneficiario: 40,
  cuentaOrdenante: 20,
  cuentaBeneficiario: 20,
  conceptoPago: 40,
  latitud: 30,
  longitud: 30,
}

const operating = '90646'
const largestReference = 9_999_999
const largestAmount = 999_999_999_999.99
const lastPaymentType = 36

/** Amounts as STP's messages write them (a Java double): 500 is `500.0`. */
function javaDouble(value: string): string {
  const amount = Number(value)
  return Number.isInteger(amount) ? amount.toFixed(1) : String(amount)
}

function integerIn(text: string, low: number, high: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high
}

/** Every refusal of `registra`, in the order they are looked for; messages are STP's where one is on record. */
const rules: readonly Rule[] = [
  (body) => {
    const missing = obligatory.find((field) => !body[field])
    return missing ? { id: 0, message: `El campo ${missing} es obligatorio` } : null
  },
  (body) =>
    body.institucionContraparte ? null : { id: -5, message: 'Dato obligatorio {institución contraparte}' },
  (body, { verify }) => {
    const text = cadena('order', body)
    // STP keeps ASCII: a firma over accents never matches what it stores.
    const ascii = /^[\x20-\x7e]*$/.test(text)
    const valid = ascii && (verify?.(text, body.firma ?? '') ?? true)
    return valid ? null : { id: 0, message: 'Error validando la firma' }
  },
  (body, { company }) => {
    const known =
      body.institucionOperante === operating && (company === undefined || body.empresa === company)
    return known ? null : { id: -6, message: 'Empresa_Invalida O Institucion_Operante_Invalida' }
  },
  ({ institucionContraparte: code = '' }) =>
    isBankCode(code) ? null : { id: -9, message: `La Institucion ${code} no es valida` },
  ({ claveRastreo: key = '' }) =>
    /^[A-Za-z0-9]{8,30}$/.test(key) ? null : { id: -34, message: `Clave rastreo invalida : ${key}` },
  ({ monto = '' }) => {
    const valid = /^\d+(\.\d{1,2})?$/.test(monto) && Number(monto) > 0 && Number(monto) <= largestAmount
    return valid ? null : { id: -20, message: `El monto {${javaDouble(monto)}} no es válido` }
  },
  ({ tipoPago = '' }) =>
    integerIn(tipoPago, 0, lastPaymentType) ? null : { id: -13, message: 'Tipo_Pago_Invalida' },
  ({ medioEntrega = '' }) =>
    /^\d*$/.test(medioEntrega) ? null : { id: -10, message: 'Medio_Entrega_Invalido' },
  (body) => {
    const long = Object.entries(lengths).find(([field, limit]) => (body[field] ?? '').length > limit)
    return long ? { id: 2, message: `Dato No Catalogado: ${long[0]} excede ${long[1]} caracteres` } : null
  },
  ({ referenciaNumerica = '' }) =>
    integerIn(referenciaNumerica, 1, largestReference)
      ? null
      : { id: 2, message: `Dato No Catalogado: referenciaNumerica ${referenciaNumerica}` },
  ({ rfcCurpBeneficiario = '', rfcCurpOrdenante = '' }) =>
    Math.max(rfcCurpBeneficiario.length, rfcCurpOrdenante.length) <= 18
      ? null
      : { id: 8, message: 'Rfc_Curp Inválido' },
  (body, { payer_account }) => payerAccountRefusal(body, payer_account),
  (body) => beneficiaryAccountRefusal(body),
  ({ fechaOperacion }, { operatingDay }) =>
    !fechaOperacion || fechaOperacion === String(operatingDay)
      ? null
      : { id: -16, message: 'Fecha_Operacion_Invalida' },
  ({ claveRastreo: key = '' }, { operatingDay, used }) =>
    used(key)
      ? {
          id: -1,
          message: `La clave de rastreo {${key}} para la fecha {${operatingDay}} de la institucion {${operating}} ya fue utilizada`,
        }
      : null,
]

/** The first rule an order breaks, as STP would word it; null: it is taken. */
export function registerRefusal(body: TextBody, context: RuleContext): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(body, context)
    if (refusal) return refusal
  }
  return null
}
