import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../src/db/free-port.ts'
import { seeded } from '../src/demo/random.ts'
import { expectPaidOnceEach, findUnfinished } from './books.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Life, liveLoan, makePeople } from './lives.ts'
import { type Answer, type Caller, createCaller } from './persistent-caller.ts'
import { startTime } from './running-time.ts'
import { type LaunchedServer, launchServer } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'

const given = inject('kills')
const seed = given.seed || randomInt(1, 1_000_000)
const isNightly = given.count >= 10
const kills = 6
const loans = 12
const tables = 3
const payments = 1
const limitMs = 1_200_000

let ctx: TestContext
let simulator: SimulatorProcess

beforeAll(async () => {
  ctx = await createTestContext()
  simulator = await startSimulatorProcess(ctx, 300)
  return () => simulator.kill()
})

type Call = Parameters<Caller['call']>

/**
 * Sends two acceptances with different keys to both servers at once and repeats each until a definite answer: one
 * succeeds, the other gets 409.
 */
function rivals(caller: Caller, apis: [string, string]) {
  let signed: Answer | undefined
  let winner = ''
  async function race([path, request]: Call): Promise<Answer> {
    const taps = [request, { ...request, key: randomUUID() }]
    await Promise.all(apis.flatMap((api) => taps.map((tap) => caller.once(api, path, tap))))
    const answers = await Promise.all(taps.map((tap) => caller.call(path, tap)))
    const won = answers.findIndex(({ status }) => status !== 409)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    winner = taps[won]?.key ?? ''
    return answers[won] ?? expect.unreachable('nobody signed')
  }
  return async (...[path, request]: Call) => {
    if (signed !== undefined) return caller.call(path, { ...request, key: winner })
    signed = await race([path, request])
    return signed
  }
}

test.runIf(isNightly)(
  `two servers under load pay each loan once while one at a time is killed (KILL_SEED=${seed})`,
  {
    timeout: limitMs,
  },
  async () => {
    const random = seeded(seed)
    const ports: [number, number] = [await freePort(), await freePort()]
    const api = (port: number) => `http://127.0.0.1:${port}/quincena/api`
    const apis: [string, string] = [api(ports[0]), api(ports[1])]
    const pass = startTime(ctx, simulator)
    await simulator.setWebhook(apis[0])
    await simulator.setFaults({ seed, rate: 0.2, delay_ms: 800, only: ['register', 'query', 'webhook'] })

    const launch = (port: number) => launchServer(ctx, { port, stp_url: simulator.url })
    const startBoth = async (seconds: number): Promise<[LaunchedServer, LaunchedServer]> => {
      await pass(seconds)
      const both: [LaunchedServer, LaunchedServer] = [launch(ports[0]), launch(ports[1])]
      await Promise.all(both.map((server) => server.ready()))
      return both
    }
    let servers = await startBoth(0)

    const caller = createCaller(apis, limitMs)
    const stop = new AbortController()
    const lives: Life[] = []
    let next = 0
    async function liveOn() {
      while (next < loans) {
        next += 1
        const accept = rivals(caller, apis)
        const plan = { amount: 5000 + next, payments, accept, stop: stop.signal }
        lives.push(await liveLoan(caller, await makePeople(ctx), plan))
      }
    }
    const load = Promise.all(Array.from({ length: tables }, liveOn))
    load.catch(() => stop.abort())
    const goesOn = () => lives.length < loans && !stop.signal.aborted

    async function killOneByOne() {
      for (let killed = 0; killed < kills; killed += 1) {
        for (let waited = 0; waited < 2000 && caller.stats.accepting < 2; waited += 10) await sleep(10)
        await sleep(random.between(0, 300))
        const at = killed % 2 === 0 ? 0 : 1
        const other = servers[1 - at]
        expect(other?.runs(), other?.output()).toBe(true)
        await servers[at].kill()
        await sleep(random.between(0, 1000))
        await pass(0)
        servers[at] = launch(ports[at])
        await servers[at].ready()
      }
      while (goesOn()) {
        for (let waited = 0; waited < 3000 && goesOn(); waited += 100) await sleep(100)
        expect(await Promise.all(servers.map((server) => server.end()))).toEqual([0, 0])
        servers = await startBoth(60)
      }
    }
    await Promise.all([load, killOneByOne()])
    await simulator.clearFaults()
    // After at most four times 15 minutes the jobs have queried missing states and sealed the remaining contracts.
    for (let quarters = 0; quarters < 4 && (await findUnfinished(ctx)).length > 0; quarters += 1) {
      expect(await Promise.all(servers.map((server) => server.end()))).toEqual([0, 0])
      servers = await startBoth(15 * 60)
      const until = performance.now() + 60_000
      while (performance.now() < until && (await findUnfinished(ctx)).length > 0) await sleep(200)
    }
    expect(await findUnfinished(ctx)).toEqual([])
    await expectPaidOnceEach(ctx, { lives, orders: await simulator.orders(), payments })
    expect(await Promise.all(servers.map((server) => server.end()))).toEqual([0, 0])
    process.stdout.write(`${JSON.stringify({ seed, kills, loans, ...caller.stats })}\n`)
  },
)

const marked = sql`data ->> 'schedule' = 'every-minute'`

/** Counts of the every-minute schedule: how often it was due, its jobs, and its jobs completed without a retry. */
async function scheduledJobs() {
  const { rows } = await sql<{ due: number; jobs: number; done: number }>`select
    (select count(distinct singleton_on) from pgboss.job
      where name = '__pgboss__send-it' and data -> 'data' ->> 'schedule' = 'every-minute') as due,
    count(*) filter (where ${marked}) as jobs,
    count(*) filter (where ${marked} and state = 'completed' and retry_count = 0) as done
    from pgboss.job where name = 'close-day'`.execute(ctx.deps.db)
  return rows[0] ?? { due: 0, jobs: 0, done: 0 }
}

test('a scheduled job runs once per due minute with two servers', { timeout: 600_000 }, async () => {
  const launch = () => launchServer(ctx, { stp_url: simulator.url })
  const servers = [launch(), launch()]
  await Promise.all(servers.map((server) => server.ready()))
  await sql`insert into pgboss.schedule (name, key, cron, timezone, data, options)
    values ('close-day', 'every-minute', '* * * * *', 'UTC', '{"schedule":"every-minute"}', '{}')`.execute(
    ctx.deps.db,
  )
  await expect
    .poll(async () => (await scheduledJobs()).done, { timeout: 300_000, interval: 500 })
    .toBeGreaterThan(0)
  await sql`delete from pgboss.schedule where key = 'every-minute'`.execute(ctx.deps.db)
  await expect
    .poll(
      async () => {
        const { due, jobs, done } = await scheduledJobs()
        return due === jobs && jobs === done
      },
      { timeout: 300_000, interval: 500 },
    )
    .toBe(true)
  expect(await Promise.all(servers.map((server) => server.end()))).toEqual([0, 0])
})
