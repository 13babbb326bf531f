import { hash, verify } from '@node-rs/argon2'
import { newToken } from './tokens.ts'

// Argon2id with the lowest parameters that OWASP recommends: 19 MiB, 2 iterations, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password (Unicode NFC) with Argon2id; the result is a PHC string with its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), parameters)
}

/** Hash of a random password, made at the first use. */
let dummyHash: Promise<string> | undefined

/**
 * Returns whether the password matches the stored hash. Without a stored hash (no such user, or no password chosen yet)
 * it verifies against a dummy hash and returns false: it takes the same time, so the time does not reveal which users
 * exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(newToken())
  const fits = await verify(stored ?? (await dummyHash), password.normalize('NFC'))
  return fits && typeof stored === 'string'
}
