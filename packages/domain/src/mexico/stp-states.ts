/**
 * Final outcome of an STP order: settled (LQ), cancelled (CN) or returned (D). A null in its place means in transit.
 */
export type StpOutcome = 'LQ' | 'CN' | 'D'

const outcomeOfCode = new Map<string, StpOutcome>([
  ['LQ', 'LQ'],
  ['TLQ', 'LQ'],
  ['CN', 'CN'],
  ['CL', 'CN'],
  ['CR', 'CN'],
  ['CA', 'CN'],
  ['TCL', 'CN'],
  // STP rejected or removed the order before sending it: the money did not move.
  ['RL', 'CN'],
  ['RA', 'CN'],
  ['RB', 'CN'],
  ['EL', 'CN'],
  ['D', 'D'],
  ['TD', 'D'],
  ['RE', 'D'],
])

const outcomeOfWord: readonly (readonly [RegExp, StpOutcome])[] = [
  [/^(liquida|success$|exito$)/, 'LQ'],
  [/^cancel/, 'CN'],
  [/^(devol|devuel|refund$)/, 'D'],
]

/**
 * Converts a raw STP state to an outcome: the 30 codes of a query and every spelling seen in callbacks (`LIQUIDACION`,
 * `Cancelada`, `Refund`, ...). Returns null for a state in transit and for an unknown state.
 * Source: STP's state catalogue; callback spellings as public integrators record them.
 */
export function stpOutcome(raw: string): StpOutcome | null {
  const text = raw.trim()
  const code = outcomeOfCode.get(text.toUpperCase())
  if (code !== undefined) return code
  const word = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return outcomeOfWord.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

const returnCauses = new Map<number, string>([
  [1, 'Cuenta inexistente'],
  [2, 'Cuenta bloqueada'],
  [3, 'Cuenta cancelada'],
  [5, 'Cuenta en otra divisa'],
  [6, 'Cuenta no pertenece al Participante Receptor'],
  [13, 'Beneficiario no reconoce el pago'],
  [14, 'Falta información mandatorio para completar el pago'],
  [15, 'Tipo de pago erróneo'],
  [16, 'Tipo de operación errónea'],
  [17, 'Tipo de cuenta no corresponde'],
  [18, 'A solicitud del emisor'],
  [19, 'Carácter inválido'],
  [20, 'Excede el límite de saldo autorizado de la cuenta'],
  [21, 'Excede el límite de abonos permitidos en el mes en la cuenta'],
  [22, 'Número de línea de telefonía móvil no registrado'],
  [23, 'Cuenta adicional no recibe pagos que no proceden de Banxico'],
  [24, 'Estructura de la información adicional incorrecta'],
  [25, 'Falta instrucción para dispersar recursos de clientes por alcanzar límite al saldo'],
  [26, 'Resolución resultante del Convenio de Colaboración para la Protección del Cliente Emisor'],
  [27, 'Pago opcional no aceptado por el Participante Receptor'],
  [28, 'Tipo de pago Codi sin notificación de abono en tiempo reducido'],
  [30, 'Clave de rastreo repetida por Participante Emisor y día de operación'],
])

/**
 * Returns the Spanish text of a `causaDevolucion`, which STP sends as a number, as digits or as text; an unknown cause
 * is returned as it is. Returns null if there is none. Source: STP's catalogue of return causes.
 */
export function stpReturnCause(raw: string | number | null): string | null {
  const text = String(raw ?? '').trim()
  if (text === '') return null
  return returnCauses.get(Number(text)) ?? text
}
