import { expect, onTestFinished, test } from 'vitest'
import { startIdentityProvider, visitProvider } from '../../../test/identity-provider.ts'
import { readEnv } from '../../env.ts'
import { failureCounts } from '../failures.ts'
import { openOidc } from './oidc-client.ts'
import { isOtherProvider } from './oidc-error.ts'

const redirect_uri = 'http://localhost:3000/quincena/auth/proveedor'

async function open({ claims_in_token }: { claims_in_token: boolean }) {
  const idp = await startIdentityProvider({ redirect_uris: [redirect_uri], claims_in_token })
  onTestFinished(() => idp.stop())
  const { client_id, client_secret } = idp.client
  const settings = { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret }
  const client = openOidc(readEnv({ DEMO: '1', ...settings, OIDC_GROUPS: 'cn=admins=U0' }).oidc)
  if (client === null) throw new Error('the settings name no provider')
  return { idp, client }
}

test('reads from the userinfo what the ID token lacks', async () => {
  const { idp, client } = await open({ claims_in_token: false })
  idp.signInAs({
    sub: 'ana',
    email: 'Ana@Example.com',
    email_verified: true,
    groups: ['cn=admins'],
    age_s: 60,
  })
  const { url, ...checks } = await client.begin(redirect_uri)
  const returned = Object.fromEntries((await visitProvider(url)).searchParams)
  const { code = '', state = '', iss } = returned
  expect(await client.finish({ redirect_uri, code, state, iss }, checks)).toMatchObject({
    ...{ issuer: idp.issuer, subject: 'ana', email: 'ana@example.com', is_email_verified: true },
    ...{ groups: ['cn=admins'], acr: null, amr: [] },
  })
})

test('refuses an issuer that is not written as the provider writes it', async () => {
  const idp = await startIdentityProvider({ redirect_uris: [redirect_uri] })
  onTestFinished(() => idp.stop())
  const OIDC_ISSUER = `${idp.issuer}/.well-known/openid-configuration`
  const settings = {
    OIDC_ISSUER,
    OIDC_CLIENT_ID: 'quincena',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_GROUPS: 'a=U0',
  }
  const probe = openOidc(readEnv({ DEMO: '1', ...settings }).oidc)?.probe()
  await expect(probe).rejects.toSatisfy(isOtherProvider)
})

test('counts a provider that is away as a failure of the service, and a refused code not', async () => {
  const { idp, client } = await open({ claims_in_token: true })
  expect(await client.probe()).toEqual({ keys: 1 })
  const failures = () => failureCounts().get('oidc') ?? 0
  const before = failures()
  idp.signInAs({ sub: 'ana' })
  const { url, ...checks } = await client.begin(redirect_uri)
  const { code = '', state = '', iss } = Object.fromEntries((await visitProvider(url)).searchParams)
  const wrong = { ...checks, verifier: 'v'.repeat(43) }
  await expect(client.finish({ redirect_uri, code, state, iss }, wrong)).rejects.toMatchObject({
    ...{ is_refused: true, reason: 'invalid_grant' },
  })
  expect(failures()).toBe(before)
  idp.setAway(true)
  await expect(client.probe()).rejects.toMatchObject({ is_refused: false })
  expect(failures()).toBe(before + 1)
})
