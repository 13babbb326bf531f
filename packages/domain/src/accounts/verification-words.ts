import type {
  IdentityResult,
  OwnerResult,
  VerificationFailure,
  VerificationMode,
  VerificationSource,
} from './verification-rules.ts'
import type { AccountVerification, VerificationFilter } from './verification-schema.ts'

/** Spanish name of each value of the setting. */
export const modeNames: Record<VerificationMode, string> = {
  off: 'No confirmar',
  warn: 'Avisar',
  block: 'Bloquear',
}

/** What each value of the setting does. */
export const modeHints: Record<VerificationMode, string> = {
  off: 'El dinero se envía a la cuenta registrada sin preguntar a su banco.',
  warn: 'Se confirma la cuenta y la oferta se puede aceptar aunque no coincida; el equipo ve el aviso.',
  block: 'La oferta se acepta solo cuando el banco confirma la cuenta, o cuando dos personas la aceptan.',
}

export const filterNames: Record<VerificationFilter, string> = {
  mismatch: 'No coinciden',
  unanswered: 'Sin respuesta',
  pending: 'En curso',
  verified: 'Confirmadas',
  accepted: 'Aceptadas por el equipo',
}

export const sourceNames: Record<VerificationSource, string> = {
  payout: 'Ya recibió un depósito',
  centavo: 'Envío de un centavo',
}

export const failureNames: Record<VerificationFailure, string> = {
  refused: 'STP rechazó el envío de un centavo',
  returned: 'El banco devolvió el depósito',
  no_name: 'El banco no dijo de quién es la cuenta',
  replaced: 'La persona registró otra cuenta',
}

export const resultNames: Record<OwnerResult, string> = {
  match: 'El nombre coincide',
  doubtful: 'El nombre coincide en parte',
  mismatch: 'El nombre es de otra persona',
}

export const identityNames: Record<IdentityResult, string> = {
  equal: 'El RFC coincide',
  different: 'El RFC es de otra persona',
  none: 'No hay RFC que comparar',
}

type Stated = Pick<AccountVerification, 'state' | 'result' | 'accepted_at'>

/** Spanish name of a verification's state. */
export function verificationName({ state, result, accepted_at }: Stated): string {
  if (accepted_at !== null) return 'Aceptada por el equipo'
  if (state === 'pending') return 'Confirmando'
  if (state === 'verified') return 'Confirmada'
  if (state === 'failed') return 'Sin respuesta'
  return result === 'doubtful' ? 'Coincide en parte' : 'Otro titular'
}
