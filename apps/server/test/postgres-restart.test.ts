import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { expectPaidOnceEach, findUnfinished } from './books.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { type Life, liveLoan, makePeople, type People } from './lives.ts'
import { createCaller } from './persistent-caller.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'

const patience = { timeout: 120_000, interval: 50 }

let cluster: Cluster
let ctx: TestContext
let simulator: SimulatorProcess
let server: ServerProcess

beforeAll(async () => {
  cluster = await startCluster()
  ctx = await createTestContext({ databases: cluster })
  simulator = await startSimulatorProcess(ctx, 200)
  await simulator.setClock(ctx.clock.now)
  server = await startServerProcess(ctx, { stp_url: simulator.url })
  await simulator.setWebhook(server.api)
})

afterAll(async () => {
  await server.kill()
  await simulator.kill()
  await ctx.close()
  await cluster.remove()
})

const lives: Life[] = []
const payments = 1

/** Runs loans in `tables` parallel series, at most `most` in all, until `stop`; each must succeed. */
async function keepBusy(tables: number, most: number) {
  const people: People[] = []
  for (let count = 0; count < most; count += 1) people.push(await makePeople(ctx))
  const caller = createCaller([server.api], 600_000)
  const stop = new AbortController()
  let busy = true
  async function liveOn() {
    for (let who = people.pop(); busy && who !== undefined; who = people.pop()) {
      const plan = { amount: 5000 + people.length, payments, stop: stop.signal }
      lives.push(await liveLoan(caller, who, plan))
    }
  }
  const all = Promise.all(Array.from({ length: tables }, liveOn))
  all.catch(() => stop.abort())
  return {
    stats: caller.stats,
    accepting: () => expect.poll(() => caller.stats.accepting, patience).toBeGreaterThan(0),
    async stop() {
      busy = false
      await all
    },
  }
}

async function readiness() {
  const answer = await fetch(new URL('/readyz', server.api))
  await answer.body?.cancel()
  return answer.status
}

/** Opens a manager's event stream. Returns its text so far, and whether it is still open. */
async function listen() {
  const answer = await fetch(`${server.api}/events`, { headers: await signIn(ctx, await makeStaff(ctx)) })
  const reader = { text: '', open: true }
  const read = async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) reader.text += part
  }
  const close = () => {
    reader.open = false
  }
  void read().then(close, close)
  return reader
}

/** Time in ms that the payout of one loan waited for its worker, by the database's clock, without other load. */
async function timeOneWait() {
  const { stats, stop } = await keepBusy(1, 1)
  await stop()
  expect(stats).toMatchObject({ cut: 0, put_off: 0 })
  const { rows } = await sql<{ waited_ms: number }>`
    select (extract(epoch from job.started_on - job.created_on) * 1000)::float8 as waited_ms
    from pgboss.job join transfer on transfer.id = (job.data ->> 'transfer_id')::bigint
    where job.name = 'send-transfer' and transfer.loan_id = ${lives.at(-1)?.loan_id}`.execute(ctx.deps.db)
  expect(rows).toHaveLength(1)
  return rows[0]?.waited_ms
}

/** Limit in ms. Without a notification a job waits up to 30 s for its worker. */
const promptMs = 15_000

/** Expects the server to be ready again, to run new jobs at once and to send events. */
async function expectAsBefore() {
  await expect.poll(readiness, patience).toBe(200)
  await expect.poll(timeOneWait, { timeout: 300_000, interval: 1000 }).toBeLessThan(promptMs)
  const reader = await listen()
  await timeOneWait()
  await expect.poll(() => reader.text, patience).toContain('event: transfer')
  expect(reader.text).toContain('event: loan')
}

/** Expects no unfinished loan, each paid out once, and the server process still running. */
async function expectWhole() {
  await expect.poll(() => findUnfinished(ctx), { timeout: 600_000, interval: 200 }).toEqual([])
  await expectPaidOnceEach(ctx, { lives, orders: await simulator.orders(), payments })
  expect(server.runs(), server.output()).toBe(true)
}

test.each(['immediate', 'fast'] as const)(
  'loses and repeats no payout when PostgreSQL stops (%s) and restarts under load',
  {
    timeout: 1_200_000,
  },
  async (mode) => {
    expect(await readiness()).toBe(200)
    const reader = await listen()
    const load = await keepBusy(4, 60)
    for (let round = 0; round < 2; round += 1) {
      await load.accepting()
      await sleep(round * 150)
      await cluster.stop(mode)
      await expect.poll(readiness, patience).toBe(503)
      await sleep(300)
      await cluster.start()
      await expect.poll(readiness, patience).toBe(200)
    }
    await load.stop()
    expect(load.stats.put_off).toBeGreaterThan(0)
    expect(load.stats.cut).toBe(0)
    // The server closes the stream, because it missed events. The browser reloads all data when it opens a new one.
    await expect.poll(() => reader.open, patience).toBe(false)
    await expectAsBefore()
    await expectWhole()
  },
)

const cuts = 6

test(`loses and repeats no payout when all connections are cut ${cuts} times`, {
  timeout: 1_200_000,
}, async () => {
  const admin = connect(`${cluster.url}postgres`, { max: 1 })
  const load = await keepBusy(4, 60)
  let cut = 0
  for (let round = 0; round < cuts; round += 1) {
    await load.accepting()
    await sleep(50 + round * 13)
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'quincena%' and pid <> pg_backend_pid()`.execute(admin)
    cut += rows.length
  }
  await admin.destroy()
  await load.stop()
  expect(cut).toBeGreaterThan(cuts)
  expect(load.stats.cut).toBe(0)
  await expectAsBefore()
  await expectWhole()
})
