import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** Number of earlier and later time steps that are accepted, because clocks of phones differ. */
const WINDOW = 1

/** A new secret: 160 random bits in base 32, for codes of RFC 6238 with SHA-1, six digits and 30 s. */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The content of the QR code that an authenticator reads. `issuer` is the product's name. */
export function otpauthUrl(issuer: string, email: string, secret: string): string {
  return new TOTP({ issuer, label: email, secret, period: PERIOD_S }).toString()
}

/** The time step (RFC 6238 counter, 30 s) in which the code is valid, within one step of now; null if there is none. */
export function stepOf(secret: string, code: string, now: Temporal.Instant): number | null {
  const timestamp = now.epochMilliseconds
  const totp = new TOTP({ secret, period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
