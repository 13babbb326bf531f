import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { buildApp } from './app.ts'
import { awaitDatabase, connect } from './db/connect.ts'
import { startPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './demo/seed.ts'
import { teachSimulator } from './demo/teach-simulator.ts'
import { type Env, readEnv } from './env.ts'
import { createPermit } from './features/transfers/stp-permit.ts'
import { openMailer } from './integrations/mail/mailer.ts'
import { openStorage } from './integrations/storage/storage.ts'
import { startBundledSimulator } from './integrations/stp/bundled.ts'
import { createStpClient } from './integrations/stp/client.ts'
import { bankHours, simulatorHours } from './integrations/stp/hours.ts'
import { startJobs } from './jobs/handlers.ts'
import { startQueue } from './jobs/queue.ts'
import type { App } from './lib/access.ts'
import { systemClock } from './lib/clock.ts'
import type { Db, Deps } from './lib/deps.ts'
import { startEvents } from './lib/events.ts'
import { createLog } from './lib/log.ts'
import { loadSecrets, type Secrets } from './lib/secrets.ts'
import { stpConfig } from './lib/stp-config.ts'

type Closer = () => Promise<unknown>

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function openDatabase(env: Env, closers: Closer[]): Promise<string> {
  if (env.database_url !== undefined) return env.database_url
  mkdirSync(resolve(env.data_dir), { recursive: true })
  const postgres = await startPostgres(join(env.data_dir, 'postgres'), await freePort(), [
    'max_connections=100',
  ])
  closers.push(() => postgres.stop())
  return postgres.url('postgres')
}

async function openStp(env: Env, secrets: Secrets, closers: Closer[]) {
  if (!env.stp.simulator) {
    const url = env.stp.url ?? ''
    return { url, query_url: env.stp.query_url ?? url, hours: bankHours }
  }
  const simulator = await startBundledSimulator({
    data_dir: resolve(env.data_dir),
    public_key: secrets.stp_public_key,
    company: env.stp.company,
    payer_account: env.stp.payer_account,
    port: env.stp.simulator_port,
  })
  closers.push(simulator.stop)
  const { url, setWebhook } = simulator
  return { url, query_url: url, hours: simulatorHours(url), setWebhook }
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

function announce(env: Env, address: string) {
  const lines = [`\n  Quincena  ${address}${env.base_path}/\n`]
  if (env.demo) {
    lines.push('  Accesos de demostración (contraseña Quincena-2026)')
    lines.push('    admin@demo.quincena.mx     administración')
    lines.push('    gerente@demo.quincena.mx   gerencia')
    lines.push('    ana@demo.quincena.mx       trabajadora con documentos')
    lines.push('    beto@demo.quincena.mx      trabajador sin documentos')
    lines.push(`\n  App del trabajador  ${address}${env.base_path}/app/login\n`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Of all that is closed together; what has not ended by then, the next start recovers. */
const closeLimitMs = 25_000
/** Of requests under way: an acceptance waits 8 s for its answer. */
const requestLimitMs = 12_000
/** Of one statement; a migration may take any time. */
const statementLimitMs = 60_000

/** Runs the closers once, newest first, so that the database goes last. */
function closeOnSignal(closers: Closer[], log: Deps['log']) {
  let closing = false
  const close = async () => {
    if (closing) return
    closing = true
    setTimeout(() => {
      log.error('not closed in time')
      process.exit(1)
    }, closeLimitMs).unref()
    for (const closer of closers.reverse())
      await closer().catch((error: unknown) => log.error({ err: error }, 'not closed'))
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

async function prepareDatabase(url: string) {
  const db = connect(url, 1)
  try {
    await awaitDatabase(db)
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

/** Ends when the requests under way are answered; those that take too long are cut. */
async function closeApp(app: App) {
  const limit = setTimeout(() => app.server.closeAllConnections(), requestLimitMs)
  // A connection whose answer went out stays open for another request that will not come.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}

async function start() {
  // Who runs the server is told which values a setting takes.
  z.config(z.locales.es())
  const env = readEnv()
  z.config(spanish)
  const log = createLog(env)
  const closers: Closer[] = []
  closeOnSignal(closers, log)
  const url = await openDatabase(env, closers)
  await prepareDatabase(url)
  const db = connect(url, 20, statementLimitMs)
  closers.push(() => db.destroy())
  const secrets = await loadSecrets(db, env)
  const stp = await openStp(env, secrets, closers)
  const queue = await startQueue(url, log)
  closers.push(queue.stop)
  const events = await startEvents(url, log)
  closers.push(events.stop)

  const deps: Deps = {
    env,
    db,
    secrets,
    queue,
    events,
    log,
    clock: systemClock,
    storage: await openStorage(env),
    mailer: openMailer(env),
    stp: createStpClient({
      ...stpConfig(env, secrets),
      ...{ url: stp.url, query_url: stp.query_url, hours: stp.hours },
      permit: createPermit({ db, clock: systemClock, hours: stp.hours, ...env.stp }),
    }),
  }
  if (env.demo && !(await hasPeople(db))) {
    await seedDemo(deps)
    if (env.stp.simulator) await teachSimulator(deps, stp.url)
  }
  const app = await buildApp(deps, log)
  closers.push(() => closeApp(app))
  const address = await app.listen({ port: env.port, host: env.host })
  await stp.setWebhook?.(
    `${address}${env.base_path}/api/stp/webhooks/${secrets.stp_webhook_secret}/order-state`,
  )
  closers.push(await startJobs(deps))
  announce(env, address)
}

await start()
