/** The body of a request to STP. Absent, null and empty values are all signed as the empty string. */
export type WireBody = Readonly<Record<string, string | number | null | undefined>>

const orderFields = [
  'institucionContraparte',
  'empresa',
  'fechaOperacion',
  'folioOrigen',
  'claveRastreo',
  'institucionOperante',
  'monto',
  'tipoPago',
  'tipoCuentaOrdenante',
  'nombreOrdenante',
  'cuentaOrdenante',
  'rfcCurpOrdenante',
  'tipoCuentaBeneficiario',
  'nombreBeneficiario',
  'cuentaBeneficiario',
  'rfcCurpBeneficiario',
  'emailBeneficiario',
  'tipoCuentaBeneficiario2',
  'nombreBeneficiario2',
  'cuentaBeneficiario2',
  'rfcCurpBeneficiario2',
  'conceptoPago',
  'conceptoPago2',
  'claveCatUsuario1',
  'claveCatUsuario2',
  'clavePago',
  'referenciaCobranza',
  'referenciaNumerica',
  'tipoOperacion',
  'topologia',
  'usuario',
  'medioEntrega',
  'prioridad',
  'iva',
] as const

const indirectFields = [
  'nombreParticipanteIndirecto',
  'cuentaParticipanteIndirecto',
  'rfcParticipanteIndirecto',
] as const

const fieldsOf = {
  /** `registra`. The older /speiws queries sign the same list of fields, with only their own fields filled. */
  order: orderFields,
  /** `retornaOrden`. */
  return: [
    'fechaOperacion',
    'institucionOperante',
    'claveRastreo',
    'monto',
    'digitoIdentificadorBeneficiario',
    'claveRastreoDevolucion',
    'medioEntrega',
  ],
  query: ['empresa', 'claveRastreo', 'tipoOrden', 'fechaOperacion'],
  reconciliation: ['empresa', 'tipoOrden', 'fechaOperacion'],
  institutions: ['empresa'],
  balance: ['empresa', 'cuentaOrdenante', 'fecha'],
  account: ['empresa', 'cuenta', 'rfcCurp'],
} as const

const indirectPayment = '30'

function signedValue(body: WireBody, field: string): string {
  const value = body[field] ?? ''
  if (field === 'monto' && value !== '') return Number(value).toFixed(2)
  return String(value)
}

/**
 * Builds the text that a firma covers: `||` + values joined by `|` + `||`. `monto` has two decimals. Orders have 34
 * values, 37 when `tipoPago` is 30 (indirect participant). Source: STP, "cadena original".
 */
export function cadena(kind: keyof typeof fieldsOf, body: WireBody): string {
  const indirect = kind === 'order' && signedValue(body, 'tipoPago') === indirectPayment
  const fields = indirect ? [...orderFields, ...indirectFields] : fieldsOf[kind]
  return `||${fields.map((field) => signedValue(body, field)).join('|')}||`
}

/**
 * Converts text to what STP accepts: strips accents (NFKD), removes other non-ASCII characters, replaces the separator
 * `|` and blanks by one space, and cuts at `limit` characters. Apply it before signing: STP checks the firma over such
 * text.
 */
export function stpText(text: string, limit: number): string {
  const spaced = text.normalize('NFKD').replace(/[|\s]+/g, ' ')
  const ascii = spaced.replace(/[^\x20-\x7e]/g, '').replace(/ +/g, ' ')
  return ascii.trim().slice(0, limit).trim()
}
