import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for a header or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only this is stored of a token, a session's or a mailed link's. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
