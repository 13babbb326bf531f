import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { counted } from '../failures.ts'
import { type OidcError, oidcErrorOf, otherIssuer, refusedOidc } from './oidc-error.ts'

type OidcSettings = NonNullable<Env['oidc']>

/** For each request to the provider. */
const timeout_s = 5
/** How long the provider's addresses are kept. Its keys are read for each sign-in, so that a change of them is seen. */
const metadataMs = 5 * 60_000
/** How old a sign-in at the provider may be: as old as a session of the staff. */
export const OIDC_MAX_AGE_HOURS = 12

/** What one sign-in has to bring back, kept in the browser's sealed cookie meanwhile. */
interface OidcChecks {
  state: string
  nonce: string
  verifier: string
}

/** What the provider returned to the browser. */
interface OidcReturn {
  redirect_uri: string
  code: string
  state: string
  iss?: string | undefined
}

const claimsOf = (groups_claim: string) =>
  z
    .looseObject({
      iss: z.string().min(1),
      sub: z.string().min(1).max(255),
      email: z.string().optional().catch(undefined),
      email_verified: z.unknown(),
      acr: z.string().optional().catch(undefined),
      amr: z.array(z.string()).catch([]),
      auth_time: z.number().int().positive().optional(),
    })
    .transform(({ iss, sub, email, email_verified, acr, amr, auth_time, ...claims }) => ({
      issuer: iss,
      subject: sub,
      email: email?.trim().toLowerCase() ?? null,
      // Some providers send the text 'true'; only the value of the standard counts.
      is_email_verified: email_verified === true,
      groups: z
        .union([z.array(z.string()), z.string().transform((group) => [group])])
        .catch([])
        .parse(claims[groups_claim]),
      acr: acr ?? null,
      amr,
      /** When the person proved to the provider who they are. */
      authenticated_at:
        auth_time === undefined ? null : Temporal.Instant.fromEpochMilliseconds(auth_time * 1000),
    }))

/** Who the provider says that a person is. */
export type OidcIdentity = z.output<ReturnType<typeof claimsOf>>

/** Signs staff in at a provider of identities (OpenID Connect: authorization code with PKCE, state and nonce). */
export interface OidcClient {
  readonly settings: OidcSettings
  /** The provider's page for a sign-in, and what has to come back. Throws an `OidcError` if the provider is away. */
  begin: (redirect_uri: string) => Promise<OidcChecks & { url: string }>
  /**
   * Exchanges the code that came back and checks the ID token: signature, issuer, audience, times and nonce. Throws an
   * `OidcError`: `is_refused` if the provider or a check refuses the code, else the provider is away or misconfigured.
   */
  finish: (returned: OidcReturn, checks: OidcChecks) => Promise<OidcIdentity>
  /** Reads the provider's addresses and keys. Throws an `OidcError`. */
  probe: () => Promise<{ keys: number }>
}

/** HTTP basic where the provider takes it, as the standard's default is. */
function authOf({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata, secret: string) {
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
}

const isHttp = (issuer: string) => new URL(issuer).protocol === 'http:'

/** A reader of the provider's metadata that keeps them for a while; a failure is not kept. */
function openMetadata({ issuer, client_id }: OidcSettings) {
  let kept: { read_ms: number; metadata: oidc.ServerMetadata } | undefined
  return async ({ isFresh = false } = {}): Promise<oidc.ServerMetadata> => {
    const isKept = kept !== undefined && performance.now() - kept.read_ms < metadataMs
    if (kept !== undefined && isKept && !isFresh) return kept.metadata
    const execute = isHttp(issuer) ? [oidc.allowInsecureRequests] : []
    const found = await oidc.discovery(new URL(issuer), client_id, undefined, undefined, {
      timeout: timeout_s,
      execute,
    })
    const metadata = found.serverMetadata()
    // The library lets a slash, some hosts and the address of the document itself pass; tokens have the exact name.
    if (metadata.issuer !== issuer) throw otherIssuer()
    kept = { read_ms: performance.now(), metadata }
    return metadata
  }
}

/**
 * A configuration for one sign-in, without kept keys: a provider may have changed them since the last one, and a library
 * that keeps them would refuse good tokens for a minute.
 */
function configure(metadata: oidc.ServerMetadata, { issuer, client_id, client_secret }: OidcSettings) {
  const config = new oidc.Configuration(metadata, client_id, undefined, authOf(metadata, client_secret))
  config.timeout = timeout_s
  if (isHttp(issuer)) oidc.allowInsecureRequests(config)
  // The signature is checked too, beside TLS to the provider.
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** The claims of the ID token, and of the userinfo what the token lacks. How the person signed in only the token says. */
async function readClaims(
  config: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
  groups_claim: string,
): Promise<object> {
  const claims = tokens.claims()
  if (claims === undefined) throw refusedOidc('no ID token')
  // An address and whether it is verified come from one place.
  const wanted = claims.email === undefined ? ['email', 'email_verified', groups_claim] : [groups_claim]
  const lacks = wanted.filter((name) => claims[name] === undefined)
  if (lacks.length === 0 || config.serverMetadata().userinfo_endpoint === undefined) return claims
  const more: Record<string, unknown> = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  return { ...claims, ...Object.fromEntries(lacks.map((name) => [name, more[name]])) }
}

async function readKeys({ jwks_uri }: oidc.ServerMetadata): Promise<{ keys: number }> {
  if (jwks_uri === undefined) throw new TypeError('the provider names no keys')
  const answer = await fetch(jwks_uri, { redirect: 'error', signal: AbortSignal.timeout(timeout_s * 1000) })
  const { keys } = z.object({ keys: z.array(z.looseObject({})).min(1) }).parse(await answer.json())
  return { keys: keys.length }
}

function createOidcClient(settings: OidcSettings): OidcClient {
  const readMetadata = openMetadata(settings)
  const call = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    counted(
      'oidc',
      async (...args: Args) => {
        try {
          return await work(...args)
        } catch (error) {
          throw oidcErrorOf(error)
        }
      },
      (error) => !(error as OidcError).is_refused,
    )
  return {
    settings,
    begin: call(async (redirect_uri: string) => {
      const config = configure(await readMetadata(), settings)
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const verifier = oidc.randomPKCECodeVerifier()
      const url = oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri, state, nonce, scope: settings.scopes },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(OIDC_MAX_AGE_HOURS * 3600),
        ...(settings.factor_acr.length > 0 && { acr_values: settings.factor_acr.join(' ') }),
      })
      return { url: url.href, state, nonce, verifier }
    }),
    finish: call(async ({ redirect_uri, code, state, iss }: OidcReturn, checks: OidcChecks) => {
      const config = configure(await readMetadata(), settings)
      const current = new URL(redirect_uri)
      current.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
      const tokens = await oidc.authorizationCodeGrant(config, current, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      })
      const claims = await readClaims(config, tokens, settings.groups_claim)
      return claimsOf(settings.groups_claim).parse(claims)
    }),
    probe: call(async () => readKeys(await readMetadata({ isFresh: true }))),
  }
}

/** The provider of OIDC_ISSUER; null without one. Asks it nothing yet. */
export const openOidc = (settings: Env['oidc']): OidcClient | null =>
  settings === undefined ? null : createOidcClient(settings)
