/**
 * STP's result ids that say for certain that no order was made (its catalogue for `ordenPago/registra`). Left out on
 * purpose: −1 and −2 (the order may be there already), 5 (the same), −30 (read-only mode) and 0, which means
 * several things (see `stpVerdict`).
 */
export const STP_REFUSALS: Record<number, string> = {
  1: 'Dato obligatorio',
  2: 'Dato no catalogado',
  3: 'La cuenta no pertenece a la empresa',
  4: 'Cuenta inválida',
  6: 'Cuenta no asociada',
  7: 'Cuenta no habilitada',
  8: 'RFC o CURP inválido',
  [-3]: 'La clave no existe en el catálogo de usuario',
  [-5]: 'Falta la institución contraparte',
  [-6]: 'Empresa o institución operante inválida',
  [-7]: 'La cuenta no existe',
  [-9]: 'Institución inválida',
  [-10]: 'Medio de entrega inválido',
  [-11]: 'El tipo de cuenta es inválido',
  [-12]: 'Tipo de operación inválido',
  [-13]: 'Tipo de pago inválido',
  [-14]: 'El usuario es inválido',
  [-16]: 'Fecha de operación inválida',
  [-17]: 'No se pudo determinar un usuario para la orden',
  [-18]: 'La institución operante no está asociada al usuario',
  [-20]: 'Monto inválido',
  [-21]: 'Dígito verificador inválido',
  [-22]: 'La institución no coincide con la CLABE',
  [-23]: 'Longitud de CLABE incorrecta',
  [-24]: 'La cuenta es la misma que la ordenante',
  [-26]: 'Clave de rastreo inválida',
  [-34]: 'Caracteres inválidos',
  [-200]: 'Rechazada por prevención de lavado de dinero',
}

/** Id 0 refuses only with one of these texts; «No se recibió respuesta del servicio» leaves the order unknown. */
const ZERO_REFUSALS = [/^error validando la firma/i, /^firma inv[aá]lida/i, /es obligatorio/i]

export type StpResult = { id: number; descripcionError?: string | null | undefined }
export type StpVerdict = 'accepted' | 'refused' | 'unknown'

/** What a registration's answer means. Only what is listed as a refusal is one; doubt is `unknown`: ask, never send again. */
export function stpVerdict({ id, descripcionError }: StpResult): StpVerdict {
  if (!Number.isSafeInteger(id)) return 'unknown'
  if (id > 0 && !descripcionError) return 'accepted'
  if (id === 0) return ZERO_REFUSALS.some((text) => text.test(descripcionError ?? '')) ? 'refused' : 'unknown'
  return Object.hasOwn(STP_REFUSALS, id) ? 'refused' : 'unknown'
}

/** Why a bank gave a payment back (`causaDevolucion`), by STP's number. */
export const RETURN_CAUSES: Record<string, string> = {
  1: 'Cuenta inexistente',
  2: 'Cuenta bloqueada',
  3: 'Cuenta cancelada',
  5: 'Cuenta en otra divisa',
  6: 'Cuenta no pertenece al participante receptor',
  13: 'Beneficiario no reconoce el pago',
  14: 'Falta información mandatoria para completar el pago',
  15: 'Tipo de pago erróneo',
  16: 'Tipo de operación errónea',
  17: 'Tipo de cuenta no corresponde',
  18: 'A solicitud del emisor',
  19: 'Carácter inválido',
  20: 'Excede el límite de saldo autorizado de la cuenta',
  21: 'Excede el límite de abonos permitidos en el mes en la cuenta',
  22: 'Número de línea de telefonía móvil no registrado',
  23: 'Cuenta adicional no recibe pagos que no proceden de Banxico',
  24: 'Estructura de la información adicional incorrecta',
  25: 'Falta instrucción para dispersar recursos de clientes por alcanzar límite al saldo',
  26: 'Resolución del convenio de colaboración para la protección del cliente emisor',
  27: 'Pago opcional no aceptado por el participante receptor',
  28: 'Tipo de pago CoDi sin notificación de abono en tiempo reducido',
  30: 'Clave de rastreo repetida por participante emisor y día de operación',
}

/** A return's cause in words: STP sends its number or a text. */
export function returnCause(cause: string | number | null | undefined): string | null {
  const text = String(cause ?? '').trim()
  return text === '' ? null : (RETURN_CAUSES[text] ?? text)
}
