/**
 * Whether the money of a payment that did not come through STP is proved to have arrived: by nobody yet, by a line of a
 * bank statement, by a second person, or not, as that person says.
 */
export const PROOF_STATES = ['pending', 'matched', 'confirmed', 'rejected'] as const
export type ProofState = (typeof PROOF_STATES)[number]

/** Spanish names of the states. */
export const PROOF_NAMES: Record<ProofState, string> = {
  pending: 'Por comprobar',
  matched: 'Comprobado con el banco',
  confirmed: 'Comprobado',
  rejected: 'Comprobante rechazado',
}

/** Days after which a payment that is still to be proved is late, until an admin sets another number. */
export const DEFAULT_PROOF_DAYS = 3

/** Largest size of a voucher's file, in bytes. */
export const VOUCHER_LIMIT_BYTES = 10 * 1024 * 1024
