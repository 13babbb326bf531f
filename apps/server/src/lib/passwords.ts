import { hash, verify } from '@node-rs/argon2'
import { newToken } from './tokens.ts'

// Argon2id with the least parameters that OWASP recommends.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), parameters)
}

let nobodysHash: Promise<string> | undefined

/**
 * True where the password is the one of the hash. Without a hash (no such user, or one who has not chosen a password
 * yet) it does the same work against a hash that fits nothing, so that the time tells nothing.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(newToken())
  const fits = await verify(stored ?? (await nobodysHash), password.normalize('NFC'))
  return fits && typeof stored === 'string'
}
