import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { connect } from '../src/db/connect.ts'
import { identifyPrimary } from '../src/db/identify.ts'
import { openReads, type Reads } from '../src/db/reads.ts'
import type { Db } from '../src/db/types.ts'
import { within } from '../src/db/within.ts'
import type { App } from '../src/http/access.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from './factories.ts'
import { type Replica, startReplica } from './replica.ts'

let cluster: Cluster
let ctx: TestContext
let replica: Replica
let superuser: Db
let copy: Db
let apps: App[]
let reads: Reads[]
const warnings: string[] = []
const log = { warn: (_fields: object, line: string) => void warnings.push(line) }

/** A process's app; changes that no event tells of stay invisible to it. */
async function openApp() {
  const system_identifier = await identifyPrimary(ctx.deps.db, ctx.deps.log)
  expect(system_identifier).toMatch(/^\d{15,}$/)
  const own = openReads({ db: ctx.deps.db, replica: copy, log, system_identifier, fresh_ms: 600_000 })
  reads.push(own)
  ctx.deps.events.subscribe(own.noteNews)
  return buildApp({ ...ctx.deps, reads: own })
}

beforeAll(async () => {
  cluster = await startCluster()
  ctx = await createTestContext({ databases: cluster })
  replica = await startReplica(cluster)
  const name = databaseName()
  superuser = connect(`${replica.url}${name}`, { max: 2 })
  copy = connect(`${replica.server_url}${name}`, { max: 4, connect_limit_ms: 2000 })
  reads = []
  apps = [await openApp(), await openApp()]
}, 240_000)

afterAll(async () => {
  for (const app of apps) await app.close()
  await copy.destroy()
  await superuser.destroy()
  await ctx.close()
  await replica.remove()
  await cluster.remove()
})

beforeEach(async () => {
  warnings.length = 0
  await sql`select pg_wal_replay_resume()`.execute(superuser)
  await caughtUp()
})

const positionOf = async (db: Db, text: string) =>
  (await sql<{ at: string }>`select ${sql.raw(text)}::text as at`.execute(db)).rows[0]?.at ?? ''

/** Waits until the replica has replayed all. */
async function caughtUp() {
  const at = await positionOf(ctx.deps.db, 'pg_current_wal_flush_lsn()')
  await expect
    .poll(
      async () =>
        (
          await sql<{ ok: boolean }>`select pg_last_wal_replay_lsn() >= ${at}::pg_lsn as ok`.execute(
            superuser,
          )
        ).rows[0]?.ok,
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true)
}

const pause = () => sql`select pg_wal_replay_pause()`.execute(superuser)

type Headers = Record<string, string>

async function companiesSeen(at: number, headers: Headers): Promise<string[]> {
  const answer = await apps[at]?.inject({ method: 'GET', url: `${ctx.api}/company?page_size=100`, headers })
  expect(answer?.statusCode, answer?.body).toBe(200)
  return answer?.json().results.map(({ name }: { name: string }) => name) ?? []
}

const databaseName = () => new URL(ctx.superuser_url).pathname.slice(1)

let serial = 0

async function addCompany(headers: Headers) {
  serial += 1
  const name = `Nueva ${serial}`
  const answer = await apps[0]?.inject({
    method: 'POST',
    url: `${ctx.api}/company`,
    headers,
    payload: {
      ...{ key: `REP${serial}`, name, industry: 'Salud', headquarters_address: 'Calle 1' },
      ...{ email: 'rh@empresa.mx', phone: '5512345678', interest_rate: 0.185, commission: '100' },
    },
  })
  return { name, statusCode: answer?.statusCode, body: answer?.body }
}

/** True if the list came from the replica: a company that only the primary has is not in it. */
async function readsReplica(at: number, headers: Headers, newest: string) {
  return !(await companiesSeen(at, headers)).includes(newest)
}

test('lists come from the replica, and a session sees its own change in every process', async () => {
  const [writer, other] = [await signIn(ctx, await makeStaff(ctx)), await signIn(ctx, await makeStaff(ctx))]
  await caughtUp()
  await companiesSeen(0, other)
  await companiesSeen(1, other)
  await caughtUp()
  await pause()
  // Inserted without a command: no event tells the processes, and no session wrote it.
  const hidden = await makeCompany(ctx)
  expect(await readsReplica(0, other, hidden.name)).toBe(true)
  expect(await readsReplica(1, writer, hidden.name)).toBe(true)

  const file = await apps[1]?.inject({
    method: 'GET',
    url: `${ctx.api}/company/export?format=csv`,
    headers: other,
  })
  expect([file?.statusCode, file?.body.includes(hidden.name)]).toEqual([200, false])

  const change = await apps[0]?.inject({
    method: 'POST',
    url: `${ctx.api}/saved-views`,
    headers: writer,
    payload: { list: 'companies', name: 'Del norte', search: {} },
  })
  expect(change?.statusCode, change?.body).toBe(201)
  expect(await readsReplica(0, writer, hidden.name)).toBe(false)
  expect(await readsReplica(1, writer, hidden.name)).toBe(false)
  const own = await apps[1]?.inject({
    method: 'GET',
    url: `${ctx.api}/company/export?format=csv`,
    headers: writer,
  })
  expect([own?.statusCode, own?.body.includes(hidden.name)]).toEqual([200, true])
  expect(await readsReplica(1, other, hidden.name)).toBe(true)

  await sql`select pg_wal_replay_resume()`.execute(superuser)
  await caughtUp()
  await pause()
  const later = await makeCompany(ctx)
  expect(await readsReplica(1, writer, later.name)).toBe(true)
})

test('a company is in the next list of the session that made it, also from another process', async () => {
  const writer = await signIn(ctx, await makeStaff(ctx))
  await companiesSeen(0, writer)
  await companiesSeen(1, writer)
  await caughtUp()
  await pause()
  const { name, ...answer } = await addCompany(writer)
  expect(answer.statusCode, answer.body).toBe(201)
  expect(await companiesSeen(0, writer)).toContain(name)
  expect(await companiesSeen(1, writer)).toContain(name)
})

test('a primary that answers slowly is waited for, so the session sees its change', async () => {
  const writer = await signIn(ctx, await makeStaff(ctx))
  await companiesSeen(0, writer)
  await sleep(1100)
  await companiesSeen(0, writer)
  await caughtUp()
  await pause()
  const { name } = await addCompany(writer)
  const owner = connect(ctx.superuser_url, { max: 1 })
  const lock = owner.transaction().execute(async (trx) => {
    await sql`lock table session in access exclusive mode`.execute(trx)
    await sleep(3000)
  })
  await sleep(300)
  expect(await companiesSeen(0, writer)).toContain(name)
  await lock
  await owner.destroy()
  expect(warnings).toEqual([])
})

test('a server that is no replica of the primary, or refuses the user, is not read', async () => {
  const stranger = connect(replica.server_url.replace(/:[^:@/]+@/, ':wrong@') + databaseName(), { max: 1 })
  const db = ctx.deps.db
  const servers: [Db, string][] = [
    [db, ''],
    [copy, '1'],
    [stranger, ''],
  ]
  for (const [server, identifier] of servers) {
    warnings.length = 0
    const system_identifier = identifier || undefined
    const { run } = openReads({ db, replica: server, log, system_identifier })
    const readsPrimary = () =>
      run(
        { needed_position: 0 },
        async (own) => (await positionOf(own, '(not pg_is_in_recovery())')) === 'true',
      )
    expect([await readsPrimary(), await readsPrimary()]).toEqual([true, true])
    expect(warnings).toEqual(['no replica answers, so lists are read from the primary'])
  }
  await stranger.destroy()
})

test('a connection to a former primary, or with a statement that still runs, is not used again', async () => {
  const db = connect(ctx.superuser_url, { max: 1 })
  const processOf = () => positionOf(db, 'pg_backend_pid()')
  const first = await processOf()
  expect(await processOf()).toBe(first)
  await sql`set default_transaction_read_only = on`.execute(db)
  await expect(sql`delete from event_outbox`.execute(db)).rejects.toMatchObject({ code: '25006' })
  const second = await processOf()
  expect(second).not.toBe(first)
  const late = db.connection().execute((own) => within(100, sql`select pg_sleep(5)`.execute(own)))
  await expect(late).rejects.toThrow('no answer within 100 ms')
  const began = performance.now()
  expect(await processOf()).not.toBe(second)
  expect(performance.now() - began).toBeLessThan(3000)
  await db.destroy()
})

test('after an event every session of the process reads what was committed before it', async () => {
  const staff = await signIn(ctx, await makeStaff(ctx))
  await caughtUp()
  await companiesSeen(0, staff)
  await caughtUp()
  await pause()
  const hidden = await makeCompany(ctx)
  expect(await readsReplica(0, staff, hidden.name)).toBe(true)
  reads[0]?.noteNews()
  expect(await readsReplica(0, staff, hidden.name)).toBe(false)
})

test('a replica that is away is named once, and lists come from the primary until it is back', async () => {
  const staff = await signIn(ctx, await makeStaff(ctx))
  await caughtUp()
  await replica.stop('immediate')
  try {
    const company = await makeCompany(ctx)
    for (let count = 0; count < 3; count += 1) expect(await companiesSeen(0, staff)).toContain(company.name)
    expect(warnings).toEqual(['no replica answers, so lists are read from the primary'])
  } finally {
    await replica.start()
  }
  await caughtUp()
  await pause()
  const hidden = await makeCompany(ctx)
  await expect.poll(() => readsReplica(0, staff, hidden.name), { timeout: 30_000, interval: 200 }).toBe(true)
})

test('while the primary is away, lists come from the replica and nothing else is answered', async () => {
  const staff = await signIn(ctx, await makeStaff(ctx))
  await makeWorker(ctx)
  await caughtUp()
  await companiesSeen(0, staff)
  await sleep(1100)
  await companiesSeen(0, staff)
  await caughtUp()
  await cluster.stop('immediate')
  try {
    for (const url of ['/company', '/auth/users', '/loan', '/stp', '/search?search=ana', '/loan/payment']) {
      const answer = await apps[0]?.inject({ method: 'GET', url: `${ctx.api}${url}`, headers: staff })
      expect([url, answer?.statusCode, answer?.body.slice(0, 200)]).toEqual([url, 200, expect.anything()])
    }
    const year = { method: 'POST' as const, url: `${ctx.api}/loan/summary`, payload: { year: 2026 } }
    expect((await apps[0]?.inject({ ...year, headers: staff }))?.statusCode).toBe(200)
    const detail = await apps[0]?.inject({ method: 'GET', url: `${ctx.api}/company/1`, headers: staff })
    expect(detail?.statusCode).toBe(503)
    // What a session wrote may be newer than the position that the replica had to show for its look-up.
    const written_position = 10 ** 15
    const session = await reads[0]?.find(async () => ({ written_position }), true)
    expect(session?.needed_position).toBe(written_position)
    const unknown = { authorization: 'Bearer unknown' }
    const stranger = await apps[0]?.inject({ method: 'GET', url: `${ctx.api}/company`, headers: unknown })
    expect(stranger?.statusCode).toBe(503)
    expect(warnings).toEqual(['the primary does not answer, so lists are read from a replica'])
  } finally {
    await cluster.start()
  }
  await expect
    .poll(async () => (await companiesSeen(0, staff)).length, { timeout: 60_000 })
    .toBeGreaterThan(0)
})

test('a session that was ended long before is refused while the primary is away', async () => {
  const [staff, left] = [await signIn(ctx, await makeStaff(ctx)), await signIn(ctx, await makeStaff(ctx))]
  await companiesSeen(0, left)
  await sleep(1100)
  await companiesSeen(0, left)
  await caughtUp()
  await pause()
  const end = { method: 'POST' as const, url: `${ctx.api}/auth/logout`, headers: left }
  expect((await ctx.app.inject(end)).statusCode).toBe(204)
  await sleep(5500)
  await companiesSeen(0, staff)
  await cluster.stop('immediate')
  try {
    // The replica, which has stopped, still shows the session as open.
    const answer = await apps[0]?.inject({ method: 'GET', url: `${ctx.api}/company`, headers: left })
    expect(answer?.statusCode).toBe(503)
  } finally {
    await cluster.start()
  }
  await expect
    .poll(async () => (await companiesSeen(0, staff)).length, { timeout: 60_000 })
    .toBeGreaterThan(0)
})
