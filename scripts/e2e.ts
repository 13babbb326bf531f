// Finds or installs a browser, builds the web app and runs the browser tests with Playwright, two files at a time. Each
// Playwright worker has its own server on an empty folder, so that tests do not share users, pauses or faults.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/db/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Chromium without its windows; a new browser context costs a third of the processor time of a whole browser's. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Finds the first browser on the PATH that starts; Ubuntu's `chromium-browser` may be a script that only prints a hint. */
function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => spawnSync(file, ['--version']).status === 0)
}

/** Installs Debian's headless shell; undefined where that is not possible, for example without a network. */
function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' })
  return onPath(shellNames)
}

/**
 * Finds a browser: CHROMIUM_PATH, a headless shell on the PATH, any other browser on it. Else installs one: Debian's
 * headless shell, or Playwright's own, for which it returns undefined.
 */
function findBrowser(): string | undefined {
  const browserPath =
    process.env.CHROMIUM_PATH ?? onPath(shellNames) ?? onPath(browserNames) ?? installFromDebian()
  if (browserPath === undefined)
    execFileSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], {
      cwd: root,
      stdio: 'inherit',
    })
  return browserPath
}

async function waitUntilReady(url: string, seconds: number) {
  for (let attempt = 0; attempt < seconds * 4; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`the server was not ready after ${seconds} s`)
}

interface Server {
  url: string
  stpUrl: string
  /** Its data, with the mail that went out. */
  folder: string
  stop: () => Promise<void>
}

/** Starts a server with its STP simulator on an empty folder and waits up to 300 s until it is ready. */
async function startServer(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-e2e-'))
  chmodSync(folder, 0o755)
  const [port, stpPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), STP_SIMULATOR_PORT: String(stpPort), DATA_DIR: folder, PUBLIC_URL: url }
  const server = spawn('node', ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...own, DEMO: '1', TRUST_PROXY: 'loopback' },
  })
  const gone = new Promise((done) => server.once('exit', done))
  const stop = async () => {
    server.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(`${url}/readyz`, 300)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stpUrl: `http://127.0.0.1:${stpPort}`, folder, stop }
}

const browser = findBrowser()
execFileSync('node', ['scripts/build-web.ts'], { cwd: root, stdio: 'inherit' })
execFileSync('node', ['scripts/web-budget.ts'], { cwd: root, stdio: 'inherit' })
const workers = Number(process.env.E2E_WORKERS ?? 2)
const starts = await Promise.allSettled(Array.from({ length: workers }, startServer))
const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
let code = 1
try {
  for (const start of starts) if (start.status === 'rejected') throw start.reason
  const environment = {
    ...process.env,
    E2E_URL: servers.map(({ url }) => url).join(),
    E2E_STP_URL: servers.map(({ stpUrl }) => stpUrl).join(),
    E2E_DATA_DIR: servers.map(({ folder }) => folder).join(),
    ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
  }
  const run = spawnSync('playwright', ['test', `--workers=${workers}`, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  })
  code = run.status ?? 1
} finally {
  await Promise.all(servers.map(({ stop }) => stop()))
}
process.exit(code)
