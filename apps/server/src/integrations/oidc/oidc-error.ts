import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'

/** Codes of checks that a code or an ID token did not pass. All other errors are the provider's, or of our settings. */
const refusals: readonly string[] = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]

/** Why a sign-in at the provider failed. It holds no token, code or claim. */
export class OidcError extends Error {
  /** The provider or a check refused this code; false: the provider is away or misconfigured. */
  readonly is_refused: boolean
  readonly reason: string

  constructor(reason: string, is_refused: boolean) {
    super(`the provider of identities: ${reason}`)
    this.is_refused = is_refused
    this.reason = reason
  }
}

const otherName = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

/** Codes of discovery documents that are none, or of another issuer. */
const otherProvider: readonly string[] = [
  otherName,
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
]

/** Whether something answers at the issuer's address that is not this provider. */
export const isOtherProvider = (error: unknown): boolean =>
  error instanceof OidcError && otherProvider.includes(error.reason)

/** The document at the issuer's address names another one. */
export const otherIssuer = () => new OidcError(otherName, false)

export const refusedOidc = (reason: string) => new OidcError(reason, true)

const textCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Reads an error of openid-client. */
export function oidcErrorOf(error: unknown): OidcError {
  if (error instanceof OidcError) return error
  // The code was used, has expired, or belongs to another verifier or address.
  if (error instanceof ResponseBodyError) return new OidcError(error.error, error.error === 'invalid_grant')
  if (error instanceof WWWAuthenticateChallengeError) return new OidcError(`HTTP ${error.status}`, false)
  if (error instanceof ClientError) {
    const code = error.code ?? error.name
    return new OidcError(code, refusals.includes(code))
  }
  const cause = error instanceof Error ? error.cause : undefined
  return new OidcError(
    textCode(cause) ?? textCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
    false,
  )
}
