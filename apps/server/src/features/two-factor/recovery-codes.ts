import { randomInt } from 'node:crypto'
import type { Deps } from '../../lib/deps.ts'
import { sign } from '../../lib/secrets.ts'

const COUNT = 10
const HALF = 5
// Without 0 and O, 1, I and L: they are read from paper.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const half = () => Array.from({ length: HALF }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/** Ten codes such as `7KQ2M-XW9RD`, each good for one sign-in without the authenticator (49 bits each). */
export const newRecoveryCodes = () => Array.from({ length: COUNT }, () => `${half()}-${half()}`)

/** Only this is stored of a recovery code, keyed by the server's secret. */
export function recoveryHash(
  { secrets }: Pick<Deps, 'secrets'>,
  { user_id, code }: { user_id: number; code: string },
): string {
  return sign(secrets, `recovery:${user_id}:${code.replaceAll(/[^0-9a-z]/gi, '').toUpperCase()}`)
}
