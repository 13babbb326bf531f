import { cadena } from '../cadena.ts'
import type { TextBody } from './order.ts'

function joined(values: readonly (string | undefined)[]): string {
  return `||${values.map((value) => value ?? '').join('|')}||`
}

function fields(body: TextBody, names: readonly string[]): string[] {
  return [joined(names.map((name) => body[name]))]
}

/** With `iva` two cadenas are valid, because some clients sign every decimal number with two decimals. */
function order(body: TextBody): string[] {
  if (!body.iva) return [cadena('order', body)]
  return [cadena('order', body), cadena('order', { ...body, iva: Number(body.iva).toFixed(2) })]
}

function legacy(body: TextBody, names: readonly string[]): string[] {
  return [cadena('order', Object.fromEntries(names.map((name) => [name, body[name]])))]
}

/**
 * The texts that a firma may cover, by call: several where clients differ or no recording decides. The older queries
 * sign the order's 34 values, with only their own fields filled.
 */
export const cadenas = {
  order,
  legacyKey: (body: TextBody) =>
    legacy(body, ['empresa', 'fechaOperacion', 'claveRastreo', 'institucionOperante']),
  legacyDay: (body: TextBody) => legacy(body, ['empresa', 'fechaOperacion']),
  legacyBalance: (body: TextBody) => [
    ...legacy(body, ['cuentaOrdenante']),
    body.cuentaOrdenante ?? '',
    ...fields(body, ['cuentaOrdenante']),
  ],
  soapBalance: (body: TextBody) => [body.cuenta ?? ''],
  returned: (body: TextBody) => {
    const { fechaOperacion, institucionOperante, claveRastreo, monto, medioEntrega } = body
    const { digitoIdentificadorBeneficiario: digit, claveRastreoDevolucion } = body
    const amount = monto ? Number(monto).toFixed(2) : ''
    const values = [fechaOperacion, institucionOperante, claveRastreo, amount, digit, claveRastreoDevolucion]
    return [joined([...values, medioEntrega])]
  },
  account: (body: TextBody) => fields(body, ['empresa', 'cuenta', 'rfcCurp']),
  key: (body: TextBody) => fields(body, ['empresa', 'claveRastreo', 'tipoOrden', 'fechaOperacion']),
  keys: (body: TextBody) => [
    ...fields(body, ['empresa', 'tipoOrden', 'claveRastreo', 'fechaOperacion']),
    ...fields(body, ['empresa', 'claveRastreo', 'tipoOrden', 'fechaOperacion']),
  ],
  day: (body: TextBody) => fields(body, ['empresa', 'tipoOrden', 'fechaOperacion']),
  company: (body: TextBody) => fields(body, ['empresa']),
  balance: (body: TextBody) => fields(body, ['empresa', 'cuentaOrdenante', 'fecha']),
  keyOf2025: (body: TextBody) =>
    fields(body, ['empresa', 'claveRastreo', 'tipoOrden', 'fechaNatural', 'fechaOperacion']),
  dayOf2025: (body: TextBody) => fields(body, ['empresa', 'fechaOperacion']),
} as const satisfies Record<string, (body: TextBody) => string[]>

/** The calls that have a firma. */
export type CadenaKind = keyof typeof cadenas
