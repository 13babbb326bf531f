import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** Steps before and after the present one that still count: clocks of phones are not quite right. */
const WINDOW = 1

/** 160 random bits in base 32, as authenticators take them (RFC 6238 with SHA-1, six digits, 30 s). */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What the QR picture says to an authenticator. */
export function otpauthUrl(email: string, secret: string): string {
  return new TOTP({ issuer: 'Quincena', label: email, secret, period: PERIOD_S }).toString()
}

/** The step of 30 s that a code belongs to, of those about now; null where it belongs to none. */
export function stepOf(secret: string, code: string, now: Temporal.Instant): number | null {
  const timestamp = now.epochMilliseconds
  const totp = new TOTP({ secret, period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
