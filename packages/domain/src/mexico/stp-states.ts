export type StpState = 'LQ' | 'CN' | 'D'

/** STP's codes of an order, in words; transfers between STP accounts begin with T. */
export const STP_STATE_NAMES: Record<string, string> = {
  C: 'Capturada',
  PL: 'Pendiente de liberar',
  L: 'Liberada',
  PA: 'Pendiente de autorizar',
  A: 'Autorizada',
  E: 'Enviada',
  LQ: 'Liquidada',
  XC: 'Por cancelar',
  CN: 'Cancelada',
  D: 'Devuelta',
  XD: 'Por devolver',
  CL: 'Cancelada local',
  CR: 'Cancelada rechazada',
  RL: 'Rechazada local',
  EA: 'Enviada adapter',
  CA: 'Cancelada adapter',
  RA: 'Rechazada adapter',
  RB: 'Rechazada Banxico',
  R: 'Recibida',
  EL: 'Eliminada',
  XR: 'Por retornar',
  RE: 'Retornada',
  EP: 'Exportación POA',
  EC: 'Exportación CEP',
  TC: 'Traspaso capturado',
  TL: 'Traspaso liberado',
  TA: 'Traspaso autorizado',
  TLQ: 'Traspaso liquidado',
  TCL: 'Traspaso cancelado',
  TD: 'Traspaso devuelto',
}

const CODES: Record<StpState, readonly string[]> = {
  LQ: ['LQ', 'TLQ'],
  CN: ['CN', 'CL', 'CR', 'CA', 'TCL', 'RL', 'RA', 'RB', 'EL'],
  D: ['D', 'TD', 'RE'],
}

/** How callbacks have been seen to spell the three, in small letters without accents, besides the codes. */
const SPELLINGS: Record<StpState, readonly string[]> = {
  LQ: ['liquidacion', 'liquidada', 'liquidado', 'success', 'exito'],
  CN: ['cancelacion', 'cancelada', 'cancelado', 'cancel'],
  D: ['devolucion', 'devuelta', 'devuelto', 'refund'],
}

const OUTCOMES = ['LQ', 'CN', 'D'] as const

/** Settled, cancelled or returned; null is in transit. Codes that nobody knows are in transit too. */
export function stpState(raw_code: string): StpState | null {
  return OUTCOMES.find((outcome) => CODES[outcome].includes(raw_code)) ?? null
}

/** The outcome that a callback's `estado` means in any of its spellings; null when it is none of them. */
export function callbackState(estado: string): StpState | null {
  const plain = estado
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .trim()
    .toLowerCase()
  return (
    stpState(plain.toUpperCase()) ?? OUTCOMES.find((outcome) => SPELLINGS[outcome].includes(plain)) ?? null
  )
}
