import { formatDateTime } from '../format.ts'

/**
 * Whether an account belongs to the worker who registered it. Pending: an order of one centavo is on its way or waits.
 * Verified: the bank named the worker, or a payout arrived. Mismatch: the bank named somebody else, or staff must
 * decide. Failed: there is no answer, and another order may be sent.
 */
export const VERIFICATION_STATES = ['pending', 'verified', 'mismatch', 'failed'] as const
export type VerificationState = (typeof VERIFICATION_STATES)[number]

/** What the state follows from: a settled payout, or the holder that the bank named for an order of one centavo. */
export const VERIFICATION_SOURCES = ['payout', 'centavo'] as const
export type VerificationSource = (typeof VERIFICATION_SOURCES)[number]

/**
 * Why there is no answer: STP refused the order, the bank returned it, the bank names no holder, or the worker
 * registered another account before the order was sent.
 */
export const VERIFICATION_FAILURES = ['refused', 'returned', 'no_name', 'replaced'] as const
export type VerificationFailure = (typeof VERIFICATION_FAILURES)[number]

/** Results of a comparison with the holder that the bank named. Staff decide about the doubtful ones. */
export const OWNER_RESULTS = ['match', 'doubtful', 'mismatch'] as const
export type OwnerResult = (typeof OWNER_RESULTS)[number]

/** What the tax ids or CURPs of the two sides say; `none` if they cannot be compared. */
export const IDENTITY_RESULTS = ['equal', 'different', 'none'] as const
export type IdentityResult = (typeof IDENTITY_RESULTS)[number]

/**
 * The lender's setting. Off: no account is verified. Warn: accounts are verified, and staff see the result. Block: money
 * goes only to a verified account, or to one that two people accepted.
 */
export const VERIFICATION_MODES = ['off', 'warn', 'block'] as const
export type VerificationMode = (typeof VERIFICATION_MODES)[number]

/** Why money may not go to an account: no result yet, another holder, or no answer. */
export const ACCOUNT_OBSTACLES = ['verifying', 'mismatch', 'unconfirmed'] as const
export type AccountObstacle = (typeof ACCOUNT_OBSTACLES)[number]

const obstacles: Record<VerificationState, AccountObstacle | null> = {
  pending: 'verifying',
  verified: null,
  mismatch: 'mismatch',
  failed: 'unconfirmed',
}

/** So long no money leaves after a worker replaced the password, or changed the account without a verification. */
export const COOLING_OFF_HOURS = 24

/** Orders of one centavo for one account that the server sends by itself; staff may send more, up to the maximum. */
export const AUTOMATIC_ORDERS = 3
export const MAX_ORDERS = 10

/** After this time without a result, staff are alerted. */
export const LATE_AFTER = { minutes: 10 }

/**
 * Returns why money may not go to an account, or null if it may. `verification` is undefined for an account without a
 * verification, which needs one first.
 */
export function accountObstacle(
  mode: VerificationMode,
  verification: { state: VerificationState; accepted_at: string | null } | undefined,
): AccountObstacle | null {
  if (mode !== 'block') return null
  if (verification === undefined) return 'verifying'
  return verification.accepted_at === null ? obstacles[verification.state] : null
}

/** What a worker reads who cannot sign before `until`, an ISO instant. */
export const coolingOffText = (until: string): string =>
  `Cambiaste tu cuenta o tu contraseña. Por tu seguridad podrás firmar a partir del ${formatDateTime(until)}.`

/** Returns the name with only the first letter of each word: what a worker sees of the holder that the bank named. */
export function maskName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => `${word.slice(0, 1)}•••`).join(' ')
}
