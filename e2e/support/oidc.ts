import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/db/free-port.ts'
import { startIdentityProvider } from '../../apps/server/test/identity-provider.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The demo of a new server takes a while on a busy machine. */
const readySeconds = 240

async function waitUntilReady(url: string) {
  for (let second = 0; second < readySeconds; second += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 1000))
  }
  throw new Error(`the server was not ready after ${readySeconds} s`)
}

/** Starts a provider of identities and a server of its own with demo data that uses it. */
export async function startWithProvider() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await startIdentityProvider({ redirect_uris: [`${url}/quincena/auth/proveedor`] })
  const folder = mkdtempSync(join(tmpdir(), 'quincena-e2e-oidc-'))
  chmodSync(folder, 0o755)
  const server = spawn('node', ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...{ PORT: String(port), DATA_DIR: folder, PUBLIC_URL: url, DEMO: '1', STP_SIMULATOR_PORT: '0' },
      TRUST_PROXY: 'loopback',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.client_id,
      OIDC_CLIENT_SECRET: provider.client.client_secret,
      OIDC_GROUPS: 'admins=U0,managers=U1',
    },
  })
  const gone = new Promise((done) => server.once('exit', done))
  const stop = async () => {
    server.kill('SIGTERM')
    await gone
    await provider.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, provider, stop }
}
