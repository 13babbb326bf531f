import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { connect } from '../src/db/connect.ts'
import { openReads, type Reads } from '../src/db/reads.ts'
import type { Db } from '../src/db/types.ts'
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

/** A process's app; changes that no event tells of stay invisible to it. */
function openApp() {
  const log = { warn: (_fields: object, line: string) => void warnings.push(line) }
  const own = openReads({ db: ctx.deps.db, replica: copy, log, fresh_ms: 600_000 })
  reads.push(own)
  ctx.deps.events.subscribe(own.noteNews)
  return buildApp({ ...ctx.deps, reads: own })
}

beforeAll(async () => {
  cluster = await startCluster()
  ctx = await createTestContext({ databases: cluster })
  replica = await startReplica(cluster)
  const name = new URL(ctx.superuser_url).pathname.slice(1)
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
    payload: {},
  })
  expect(change?.statusCode).toBeGreaterThanOrEqual(200)
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
