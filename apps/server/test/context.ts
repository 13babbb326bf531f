import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { startEvents } from '../src/command/event-bus.ts'
import { connect } from '../src/db/connect.ts'
import { openReads } from '../src/db/reads.ts'
import type { Deps } from '../src/deps.ts'
import { readEnv } from '../src/env.ts'
import { createLog } from '../src/http/log.ts'
import { openMailer } from '../src/integrations/mail/mailer.ts'
import { openMessenger } from '../src/integrations/messages/messenger.ts'
import { openOidc } from '../src/integrations/oidc/oidc-client.ts'
import { openStorage } from '../src/integrations/storage/storage.ts'
import { createStpClient } from '../src/integrations/stp/client.ts'
import { stpConfig } from '../src/integrations/stp/config.ts'
import { bankHours } from '../src/integrations/stp/hours.ts'
import { startSimulator } from '../src/integrations/stp/simulator.ts'
import { type JobData, type JobName, startQueue } from '../src/jobs/queue.ts'
import { jobNames } from '../src/jobs/registry.ts'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import { registerModules } from '../src/modules.ts'
import { insertShippedTexts } from '../src/people/texts/commands/insert-shipped.ts'
import { openNoticeTexts } from '../src/people/texts/queries/notice-texts.ts'
import { insertFirstBrand } from '../src/platform/brand/commands/insert-first.ts'
import { openBrand } from '../src/platform/brand/queries/brand-in-force.ts'
import { mailBrandOf } from '../src/platform/brand/queries/mail-brand.ts'
import { loadSecrets } from '../src/platform/settings/commands/load-secrets.ts'
import { createPermit } from '../src/treasury/transfers/commands/stp-permit.ts'
import { compileChecked } from './checked-answers.ts'
import type { DatabasePrefixes } from './cluster.ts'
import { sendAllDeliveries } from './deliveries.ts'
import { watchCodes } from './documented-codes.ts'
import { runJob, runWaitingJobs, serverJobs } from './jobs.ts'
import { type ContextHooks, openContexts } from './open-contexts.ts'

async function createDatabase(base: string) {
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = connect(`${base}postgres`, { max: 1 })
  // Copying the files takes half of the time of copying page by page through the log.
  await sql.raw(`create database ${name} template template_app strategy file_copy`).execute(admin)
  await admin.destroy()
  return name
}

/** 10:00 on a Friday in Mexico City: STP's operating day is open. */
const firstInstant = '2026-11-20T16:00:00Z'

async function openDeps({
  databases,
  needs_factors,
  settings,
}: Required<Pick<ContextOptions, 'databases' | 'needs_factors' | 'settings'>>) {
  const name = await createDatabase(databases.url)
  const url = `${databases.server_url}${name}`
  const folder = mkdtempSync(join(tmpdir(), 'quincena-files-'))
  const env = readEnv({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: `${databases.owner_url}${name}`,
    DATA_DIR: folder,
    DEMO: '1',
    LOG_LEVEL: 'silent',
    BASE_PATH: '/quincena',
    PUSH_ALLOW_LOCAL: '1',
    STAFF_FACTORS: needs_factors ? '1' : '0',
    ...settings,
  })
  const db = connect(url, { max: 24 })
  const secrets = await loadSecrets(db, env)
  const clock = { now: Temporal.Instant.from(firstInstant) }
  await insertShippedTexts({ db, clock: () => clock.now })
  await insertFirstBrand({ db, clock: () => clock.now, lender: env.lender })
  const simulator = await startSimulator({ port: 0, public_key: secrets.stp_public_key, settle_ms: 50 })
  simulator.setClock(firstInstant)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const queue = await startQueue(url, log, { names: jobNames(serverJobs) })
  const events = await startEvents(url, log)
  const brand = await openBrand({ db, clock: () => clock.now, events, log })
  const deps: Deps = {
    env,
    db,
    reads: openReads({ db, replica: undefined, log }),
    secrets,
    queue,
    events,
    texts: await openNoticeTexts({ db, brand, clock: () => clock.now }, { events }),
    clock: () => clock.now,
    storage: await openStorage(env),
    mailer: openMailer(env, () => mailBrandOf(brand)),
    brand,
    messenger: openMessenger(env),
    oidc: openOidc(env.oidc),
    stp: createStpClient({
      ...stpConfig(env, secrets),
      url: simulator.url,
      query_url: simulator.url,
      timeout_ms: 1500,
      permit: createPermit({ db, clock: () => clock.now, hours: bankHours, ...env.stp }),
    }),
    log,
  }
  const superuser_url = `${databases.url}${name}`
  return { deps, superuser: connect(superuser_url, { max: 4 }), superuser_url, simulator, clock, folder }
}

interface ContextOptions {
  /** By default those of the run's PostgreSQL. */
  databases?: DatabasePrefixes
  /** False where tests insert loans without a schedule or a ledger; default: true. */
  is_ledger_checked?: boolean
  /** True: staff need a second factor, as outside DEMO. */
  needs_factors?: boolean
  /** More settings of the server, by variable. */
  settings?: Readonly<Record<string, string>>
}

/**
 * Builds the app on a new database, as the server's user of it, with the STP simulator and a clock that the tests set. Each test starts with an
 * empty queue. After each test the ledger must verify without differences; after the file's tests everything is closed.
 */
export async function createTestContext(options: ContextOptions = {}) {
  const { databases = inject('databases'), is_ledger_checked = true } = options
  const { needs_factors = false, settings = {} } = options
  registerModules()
  const { deps, superuser, superuser_url, simulator, clock, folder } = await openDeps({
    databases,
    needs_factors,
    settings,
  })
  const api = `${deps.env.base_path}/api`
  const codes = watchCodes(api)
  const app = await buildApp(deps, { answers: compileChecked, log: createLog({ log_level: 'info' }, codes) })
  await app.ready()

  /**
   * Runs the queued jobs, and those that they queue, until none is left; with `send-mail` also sends the mails and messages
   * of notifications. Returns the number of jobs and of these.
   */
  async function drain(
    names: JobName[] = [
      'send-transfer',
      'ask-transfer',
      'ask-incoming-payment',
      'seal-contract',
      'send-mail',
    ],
  ) {
    let total = 0
    for (;;) {
      const ran =
        (await runWaitingJobs(deps, names)) +
        (names.includes('send-mail') ? await sendAllDeliveries(deps) : 0)
      if (ran === 0) return total
      total += ran
    }
  }

  const hooks: ContextHooks = {
    async beforeTest() {
      await sql`delete from pgboss.job`.execute(deps.db)
      await sql`delete from notice_delivery`.execute(deps.db)
    },
    async afterTest() {
      if (is_ledger_checked) expect(await verifyLedger(deps.db)).toEqual([])
    },
    async close() {
      openContexts.delete(hooks)
      await codes.expectDocumented(app)
      await app.close()
      await deps.queue.stop()
      await deps.events.stop()
      await simulator.stop()
      await deps.db.destroy()
      await superuser.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  openContexts.add(hooks)

  return {
    app,
    deps,
    /** The database with all rights, to make what the server itself could not: faults, points to hold at. */
    superuser,
    superuser_url,
    clock,
    simulator,
    drain,
    runJob: <Name extends JobName>(name: Name, data: JobData[Name]) => runJob(deps, name, data),
    /** Closes the context before the end of the file's tests. */
    close: hooks.close,
    api,
    setNow(instant: string) {
      clock.now = Temporal.Instant.from(instant)
      simulator.setClock(instant)
    },
  }
}

export type TestContext = Awaited<ReturnType<typeof createTestContext>>
