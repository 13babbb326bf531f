import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person at the provider, and how they prove who they are. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  groups?: readonly string[]
  amr?: string[]
  acr?: string
  /** Seconds since the person signed in there; 0: now. */
  age_s?: number
}

interface ProviderOptions {
  redirect_uris: string[]
  port?: number
  /** The claims are in the ID token, as most providers are set up; false: only in the userinfo. */
  claims_in_token?: boolean
}

const client = { client_id: 'quincena', client_secret: 'a secret of the client' } as const

function newKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] }
}

interface Setup extends Pick<ProviderOptions, 'redirect_uris' | 'claims_in_token'> {
  issuer: string
  keys: ReturnType<typeof newKeys>
  people: ReadonlyMap<string, ProviderPerson>
}

function makeProvider({ issuer, redirect_uris, claims_in_token, keys, people }: Setup): Provider {
  return new Provider(issuer, {
    clients: [{ ...client, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { email: ['email', 'email_verified'], openid: ['sub', 'groups', 'acr', 'amr'] },
    conformIdTokenClaims: !claims_in_token,
    acrValues: ['urn:example:two-factors', 'urn:example:one-factor'],
    jwks: keys,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => {
      const { age_s: _, amr: _amr, acr: _acr, ...claims } = people.get(sub) ?? { sub }
      return { accountId: sub, claims: () => ({ ...claims, groups: [...(claims.groups ?? [])] }) }
    },
    // The consent is given at once.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  })
}

/**
 * Starts a real OpenID provider (oidc-provider) on this machine, without pages: the person who signs in is the one of
 * `signInAs`.
 */
export async function startIdentityProvider({
  redirect_uris,
  port = 0,
  claims_in_token = true,
}: ProviderOptions) {
  const people = new Map<string, ProviderPerson>()
  let person: ProviderPerson = { sub: 'nobody' }
  let keys = newKeys()
  let shownKeys: object | undefined
  let isAway = false
  let provider: Provider
  const counts = { token: 0 }

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const { sub, amr, acr, age_s = 0 } = person
    const login = {
      accountId: sub,
      remember: false,
      ts: Math.floor(Date.now() / 1000) - age_s,
      ...(amr !== undefined && { amr }),
      ...(acr !== undefined && { acr }),
    }
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }

  const server = createServer((request, response) => {
    const { url = '' } = request
    if (isAway) return void request.socket.destroy()
    if (url.startsWith('/token')) counts.token += 1
    if (url.startsWith('/interaction/')) return void interact(request, response)
    if (url.startsWith('/jwks') && shownKeys !== undefined)
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(shownKeys))
    return void provider.callback()(request, response)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  // A server that listens on an address has one with a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const make = () => makeProvider({ issuer, redirect_uris, claims_in_token, keys, people })
  provider = make()

  return {
    issuer,
    client,
    counts,
    /** Who signs in next. */
    signInAs(next: ProviderPerson) {
      person = next
      people.set(next.sub, next)
    },
    /** The provider signs with new keys from now on, and shows only them. */
    rotateKeys() {
      keys = newKeys()
      provider = make()
    },
    /** Shows keys that sign nothing. */
    showOtherKeys(isOn: boolean) {
      shownKeys = isOn ? publicOf(newKeys()) : undefined
    },
    setAway(away: boolean) {
      isAway = away
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const publicOf = ({ keys }: ReturnType<typeof newKeys>) => ({
  keys: keys.map(({ kty, n, e, kid, use, alg }) => ({ kty, n, e, kid, use, alg })),
})

const jarOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')))

/** Follows the provider's redirects as a browser does, until they leave it; returns the address that it returned to. */
export async function visitProvider(start: string): Promise<URL> {
  const { origin } = new URL(start)
  const jar = new Map<string, string>()
  let next = new URL(start)
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...jar.values()].join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const pair of jarOf(response)) jar.set(pair.slice(0, pair.indexOf('=')), pair)
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
    if (next.origin !== origin) return next
  }
  throw new Error('the provider redirects for ever')
}
