import { type SimulatedOrder, textOrNull } from './order.ts'
import type { StateStore } from './state.ts'

/**
 * The name and RFC that the receiving bank answers for the beneficiary's account: those of its holder if an admin
 * command set them, else the ones that the order named.
 */
export function cepNames(state: StateStore, { cuerpo }: SimulatedOrder) {
  const { name, rfc } = state.value.holders[cuerpo.cuentaBeneficiario ?? ''] ?? {}
  return {
    nombreCep: name === undefined ? textOrNull(cuerpo.nombreBeneficiario) : name,
    rfcCep: rfc === undefined ? textOrNull(cuerpo.rfcCurpBeneficiario) : rfc,
  }
}
