import { randomInt } from 'node:crypto'
import type { Secrets } from './secrets.ts'
import { sign } from './signature.ts'

const COUNT = 10
const HALF = 5
// Without 0, O, 1, I and L, which look alike on paper.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const half = () => Array.from({ length: HALF }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/** Generates ten codes such as `7KQ2M-XW9RD` (49 bits each); each replaces the authenticator for one sign-in. */
export const newRecoveryCodes = () => Array.from({ length: COUNT }, () => `${half()}-${half()}`)

/** The stored form of a recovery code: a hash with the server's secret as its key. */
export function recoveryHash(
  { secrets }: { secrets: Pick<Secrets, 'secret_key'> },
  { user_id, code }: { user_id: number; code: string },
): string {
  return sign(secrets, `recovery:${user_id}:${code.replaceAll(/[^0-9a-z]/gi, '').toUpperCase()}`)
}
