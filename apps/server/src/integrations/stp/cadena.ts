/** A request body as it travels to STP: absent, null and empty all sign as the empty string. */
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
  /** registra; the older /speiws queries sign the same list with all but their own fields empty. */
  order: orderFields,
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
 * The text STP signs for a request: `||` + values joined by `|` + `||`; the amount always has two decimals.
 * Orders have 34 values, 37 when `tipoPago` is 30 (indirect participant). Source: STP, "cadena original".
 */
export function cadena(kind: keyof typeof fieldsOf, body: WireBody): string {
  const indirect = kind === 'order' && signedValue(body, 'tipoPago') === indirectPayment
  const fields = indirect ? [...orderFields, ...indirectFields] : fieldsOf[kind]
  return `||${fields.map((field) => signedValue(body, field)).join('|')}||`
}

/**
 * Text STP accepts: accents stripped (NFKD), other non-ASCII characters and the separator `|` removed,
 * spaces collapsed, cut at `limit` characters. Must be applied before signing, or the firma does not match.
 */
export function stpText(text: string, limit: number): string {
  const spaced = text.normalize('NFKD').replace(/[|\s]+/g, ' ')
  const ascii = spaced.replace(/[^\x20-\x7e]/g, '').replace(/ +/g, ' ')
  return ascii.trim().slice(0, limit).trim()
}
