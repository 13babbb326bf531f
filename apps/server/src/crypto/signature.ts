import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** HMAC-SHA256 of a text under the server's secret, hex. */
export function sign(secrets: Pick<Secrets, 'secret_key'>, text: string): string {
  return createHmac('sha256', secrets.secret_key).update(text).digest('hex')
}

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
