import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * The verifier of a password (RFC 5803), as `create role ... password` takes it: the password itself then never reaches
 * the database or its log. `iterations` is PostgreSQL's default.
 */
export function scramVerifier(password: string, iterations = 4096): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const keyOf = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
