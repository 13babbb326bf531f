import { createHash, randomBytes } from 'node:crypto'

/** Makes a token of 256 random bits in base64url: fit for a header or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 of a token. The database stores only this hash of session tokens and of tokens in mailed links. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
