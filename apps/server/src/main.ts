import { join, resolve } from 'node:path'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { allJobs } from './all-jobs.ts'
import { buildApp, buildProcessApp } from './app.ts'
import { systemClock } from './command/clock.ts'
import { startEvents } from './command/event-bus.ts'
import { checkSettings, listenFault } from './config/check-settings.ts'
import { type Closer, closeAll } from './config/close-all.ts'
import { SettingsError } from './config/settings-error.ts'
import { warnOfUnusable } from './config/warn-unreachable.ts'
import { writeFaults } from './config/write-faults.ts'
import type { Secrets } from './crypto/secrets.ts'
import { connect } from './db/connect.ts'
import { prepareBundledRoles, startPostgres } from './db/embedded.ts'
import { settingsFor, usableMemory } from './db/embedded-settings.ts'
import { freePort } from './db/free-port.ts'
import { identifyPrimary } from './db/identify.ts'
import { type DatabaseUrls, limitRole, prepareDatabase } from './db/prepare-database.ts'
import { openReads } from './db/reads.ts'
import type { Db } from './db/types.ts'
import { greeting, processGreeting } from './demo/greeting.ts'
import { demoJobs } from './demo/jobs.ts'
import { peopleFault } from './demo/people-fault.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import type { Deps } from './deps.ts'
import { type Env, parseEnv } from './env.ts'
import type { App } from './http/access.ts'
import { createDrain, type Drain } from './http/drain.ts'
import { createLog } from './http/log.ts'
import { openMailer } from './integrations/mail/mailer.ts'
import { openMessenger } from './integrations/messages/messenger.ts'
import { openOidc } from './integrations/oidc/oidc-client.ts'
import { openStorage } from './integrations/storage/storage.ts'
import { startBundledSimulator } from './integrations/stp/bundled.ts'
import { createStpClient } from './integrations/stp/client.ts'
import { stpConfig } from './integrations/stp/config.ts'
import { bankHours, simulatorHours } from './integrations/stp/hours.ts'
import { startTracing } from './integrations/tracing/start-tracing.ts'
import { startQueue } from './jobs/queue.ts'
import { jobNames, startJobs } from './jobs/registry.ts'
import { registerModules } from './modules.ts'
import { scheduleBackup } from './office/backups/jobs.ts'
import { version } from './office/health/queries/diagnose.ts'
import { prepareRenderer } from './pdf/render.ts'
import { insertShippedTexts } from './people/texts/commands/insert-shipped.ts'
import { openNoticeTexts } from './people/texts/queries/notice-texts.ts'
import { beginAuditKeys } from './platform/audit/commands/begin-keys.ts'
import { insertFirstBrand } from './platform/brand/commands/insert-first.ts'
import { openBrand } from './platform/brand/queries/brand-in-force.ts'
import { mailBrandOf } from './platform/brand/queries/mail-brand.ts'
import { loadSecrets } from './platform/settings/commands/load-secrets.ts'
import { createPermit } from './treasury/transfers/commands/stp-permit.ts'

/** The error of an import whose package is not installed. */
const isMissingPackage = (error: Error) => 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'

/**
 * The fault if the bundled PostgreSQL does not start: that a release has none, or that of DATA_DIR; `pg_ctl` and `initdb`
 * give the reason on the last line.
 */
function bundledDatabaseFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (isMissingPackage(error))
    return new SettingsError([
      'DATABASE_URL: is missing, and no PostgreSQL is installed with the program; set postgres://user:password@host:port/database',
    ])
  if (!('stderr' in error)) return error
  const reason = String(error.stderr).trim().split('\n').at(-1)
  return new SettingsError([
    `DATA_DIR: the bundled PostgreSQL does not start there (${reason}); see postgres/server.log`,
  ])
}

async function openDatabase(env: Env, closers: Closer[]): Promise<DatabaseUrls> {
  const { database_direct_url: server, database_owner_url: owner } = env
  if (server !== undefined) return { server, owner: owner ?? server }
  const folder = join(env.data_dir, 'postgres')
  const postgres = await startPostgres(folder, await freePort(), settingsFor(usableMemory())).catch(
    (error: unknown) => {
      throw bundledDatabaseFault(error)
    },
  )
  closers.push(() => postgres.stop())
  await prepareBundledRoles(postgres)
  return { server: postgres.url('postgres', 'server'), owner: postgres.url('postgres', 'owner') }
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

/** For closing everything after the delay; what has not ended by then is recovered by the next start. */
const closeLimitMs = 25_000
/** For running requests: an acceptance waits up to 8 s for STP's answer. */
const requestLimitMs = 12_000
/** For one statement; migrations have no limit. */
const statementLimitMs = 60_000

/** A second signal ends the delay of the first. */
function closeOnSignal(
  closers: Closer[],
  { log, drain, delay_ms }: { log: Deps['log']; drain: Drain; delay_ms: number },
) {
  let closing = false
  const close = async () => {
    if (closing) return drain.hurry()
    closing = true
    setTimeout(() => {
      log.error('not closed in time')
      process.exit(1)
    }, delay_ms + closeLimitMs).unref()
    await closeAll(closers, (error) => log.error({ err: error }, 'not closed'))
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

/** Closes the application when the running requests are answered; requests that take too long are cut off. */
async function closeApp(app: App) {
  const limit = setTimeout(() => app.server.closeAllConnections(), requestLimitMs)
  // A kept-alive connection stays open after its response and would delay the close.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}

/** How often the texts of notices are read again without an event. */
const textsEveryMs = 60_000

/** Lists do not wait for a replica that does not answer. */
const replicaLimitMs = 2_000

function openReplica(env: Env, closers: Closer[]) {
  if (env.database_replica_url === undefined) return undefined
  const replica = connect(env.database_replica_url, {
    statement_limit_ms: statementLimitMs,
    connect_limit_ms: replicaLimitMs,
  })
  closers.push(() => replica.destroy())
  return replica
}

/** A replica that does not answer, or is none, is named at the start. */
async function openServers(db: Db, replica: Db | undefined, log: Deps['log']) {
  const system_identifier = replica && (await identifyPrimary(db, log))
  const reads = openReads({ db, replica, system_identifier, log })
  if (replica) await reads.run({ needed_position: 0 }, async () => undefined)
  return reads
}

async function openDeps(env: Env, log: Deps['log'], closers: Closer[]) {
  const urls = await openDatabase(env, closers)
  await prepareDatabase(urls, log)
  if (env.is_pooled) await limitRole(urls.server, statementLimitMs)
  const url = urls.server
  const db = connect(env.database_url ?? url, {
    statement_limit_ms: statementLimitMs,
    names_statements: env.names_statements,
    is_pooled: env.is_pooled,
  })
  closers.push(() => db.destroy())
  const reads = await openServers(db, openReplica(env, closers), log)
  const fault = await peopleFault(db, env)
  if (fault !== undefined) throw new SettingsError([fault])
  const secrets = await loadSecrets(db, env)
  await beginAuditKeys({ db, clock: systemClock, secrets })
  await insertShippedTexts({ db, clock: systemClock })
  await insertFirstBrand({ db, clock: systemClock, lender: env.lender })
  const stp = await openStp(env, secrets, closers)
  const jobs = scheduleBackup(env.demo ? [...allJobs, ...demoJobs] : allJobs, env)
  const events = await startEvents(url, log)
  closers.push(events.stop)
  const brand = await openBrand({ db, clock: systemClock, events, log })
  // Closes after the sweeps and the queue, which send mail.
  const mailer = openMailer(env, () => mailBrandOf(brand))
  closers.push(async () => mailer.close())
  const queue = await startQueue(url, log, { names: jobNames(jobs), works: env.works_jobs })
  closers.push(queue.stop)
  events.subscribe(reads.noteNews)
  events.onGap(reads.noteNews)
  const texts = await openNoticeTexts(
    { db, brand, clock: systemClock },
    { events, log, every_ms: textsEveryMs },
  )
  closers.push(async () => texts.close())

  const deps: Deps = {
    env,
    db,
    reads,
    secrets,
    queue,
    events,
    texts,
    log,
    clock: systemClock,
    storage: await openStorage(env),
    mailer,
    brand,
    messenger: openMessenger(env),
    oidc: openOidc(env.oidc),
    stp: createStpClient({
      ...stpConfig(env, secrets),
      ...{ url: stp.url, query_url: stp.query_url, hours: stp.hours },
      permit: createPermit({ db, clock: systemClock, hours: stp.hours, ...env.stp }),
    }),
  }
  return { deps, stp, jobs }
}

async function listen(app: App, env: Env): Promise<string> {
  try {
    return await app.listen({ port: env.port, host: env.host })
  } catch (error) {
    const fault = listenFault(error, env)
    throw fault === undefined ? error : new SettingsError([fault])
  }
}

async function start(closers: Closer[]) {
  const parsed = parseEnv()
  z.config(spanish)
  const env = await checkSettings(parsed)
  const log = createLog(env)
  if (env.tracing) closers.push(startTracing(env.tracing, version))
  const drain = createDrain()
  closeOnSignal(closers, { log, drain, delay_ms: env.shutdown_delay_ms })
  registerModules()
  const { deps, stp, jobs } = await openDeps(env, log, closers)
  const demo = env.demo && env.serves_web ? await prepareDemo(deps, stp.url) : undefined
  const app = await (env.serves_web ? buildApp : buildProcessApp)(deps, { log, drain })
  closers.push(() => closeApp(app))
  const address = await listen(app, env)
  await stp.setWebhook?.(
    `${address}${env.base_path}/api/stp/webhooks/${deps.secrets.stp_webhook_secret}/order-state`,
  )
  prepareRenderer()
  if (env.works_jobs) closers.push(await startJobs(deps, jobs))
  closers.push(() => drain.begin(env.shutdown_delay_ms))
  const { shows_mails } = env
  const site = `${address}${env.base_path}`
  process.stdout.write(
    env.serves_web ? greeting({ site, access: demo, shows_mails }) : processGreeting(address),
  )
  await warnOfUnusable(deps)
}

const closers: Closer[] = []
try {
  await start(closers)
} catch (error) {
  process.exitCode = writeFaults(error)
  setTimeout(() => process.exit(), closeLimitMs).unref()
  await closeAll(closers, writeFaults)
  process.exit()
}
