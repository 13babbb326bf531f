import type { ApprovalState, Deciders } from './rules.ts'

/** Spanish name of each state. */
export const stateNames: Record<ApprovalState, string> = {
  open: 'Por autorizar',
  approved: 'Autorizada',
  refused: 'Rechazada',
  withdrawn: 'Retirada',
  stale: 'Sin efecto',
}

/** Who requested what the command line asks. */
export const commandLineName = 'Línea de comandos'

/** Says in Spanish who decides. */
export const deciderNames: Record<Deciders, string> = {
  staff: 'Otra persona del personal',
  admin: 'Un administrador',
}
