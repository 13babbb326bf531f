import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../src/db/free-port.ts'
import { seeded } from '../src/demo/random.ts'
import { expectPaidOnceEach, findUnfinished } from './books.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Life, liveLoan, makePeople } from './lives.ts'
import { createCaller } from './persistent-caller.ts'
import { startTime } from './running-time.ts'
import { type LaunchedServer, launchServer } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'

const { count: kills, seed: given } = inject('kills')
const seed = given || randomInt(1, 1_000_000)
/** Number of loans in progress at the same time. */
const crowd = 6
const payments = 2
/** Only for a run that hangs: 10 kills take 40 s alone, and over 200 s beside four programs on two processors. */
const limitMs = 600_000 + kills * 60_000

let ctx: TestContext
let simulator: SimulatorProcess

beforeAll(async () => {
  ctx = await createTestContext()
  // Each restart advances the clock by up to 90 s, so the idle time-out is 1,440 min to keep users signed in.
  const value = JSON.stringify({ ...DEFAULT_ACCESS_CONFIG, systemIdleTime: 1440 })
  await ctx.deps.db.insertInto('setting').values({ name: 'access', value }).execute()
  simulator = await startSimulatorProcess(ctx, 300)
  return () => simulator.kill()
})

/** Runs 6 loans at a time and starts a new one after each kill, so that every kill can meet an acceptance. */
function startLives(caller: ReturnType<typeof createCaller>, killed: () => number) {
  const stop = new AbortController()
  const lives: Life[] = []
  let next = 0

  async function liveOn() {
    while (next < kills) {
      const number = next
      next += 1
      while (killed() < Math.min(number - crowd + 1, kills)) await sleep(20, undefined, stop)
      const plan = { amount: 5000 + number, payments, stop: stop.signal }
      lives.push(await liveLoan(caller, await makePeople(ctx), plan))
    }
  }
  const all = Promise.all(Array.from({ length: crowd }, liveOn))
  // If one fails, the others stop.
  all.catch(() => stop.abort())
  return { lives, all, goes_on: () => lives.length < kills && !stop.signal.aborted }
}

test(`pays each loan out once when the server is killed ${kills} times (KILL_SEED=${seed})`, {
  timeout: limitMs,
}, async () => {
  const random = seeded(seed)
  const port = await freePort()
  const api = `http://127.0.0.1:${port}/quincena/api`
  const pass = startTime(ctx, simulator)
  const started_at = performance.now()
  await simulator.setWebhook(api)
  await simulator.setFaults({ seed, rate: 0.4, delay_ms: 1500, only: ['register', 'query', 'webhook'] })

  let server: LaunchedServer | undefined
  const start = async (seconds: number) => {
    await pass(seconds)
    server = launchServer(ctx, { port, stp_url: simulator.url })
    return server
  }
  const counts = { killed: 0, while_starting: 0, while_accepting: 0 }
  const caller = createCaller([api], limitMs)
  const load = startLives(caller, () => counts.killed)

  /** Waits until an acceptance is in progress, at most 1.5 s. */
  async function oneAccepts() {
    for (let waited = 0; waited < 1500 && caller.stats.accepting === 0; waited += 10) await sleep(10)
  }

  /** Starts a server and kills it: in 15 % of the cases while it starts, else during an acceptance if there is one. */
  async function killOne() {
    const victim = await start(random.between(0, 90))
    if (random.chance(0.15)) {
      await sleep(random.between(0, 1000))
      counts.while_starting += 1
    } else {
      await victim.ready()
      await oneAccepts()
      await sleep(random.between(0, 400))
      await oneAccepts()
      if (caller.stats.accepting > 0) counts.while_accepting += 1
    }
    expect(victim.runs(), `it ended by itself: ${victim.output()}`).toBe(true)
    await victim.kill()
    counts.killed += 1
  }

  async function killAll() {
    while (counts.killed < kills && load.goes_on()) await killOne()
    // After the kills the server runs, restarted only to advance the clock by a minute so that sweeps resume open work.
    while (load.goes_on()) {
      const last = await start(60)
      await last.ready()
      for (let waited = 0; waited < 3000 && load.goes_on(); waited += 100) await sleep(100)
      expect(await last.end(), last.output()).toBe(0)
    }
  }
  await Promise.all([load.all, killAll()])
  const busy_ms = performance.now() - started_at

  // After at most four times 15 minutes the jobs have queried, confirmed or sealed everything that was open.
  await simulator.clearFaults()
  for (let quarters = 0; quarters < 4 && (await findUnfinished(ctx)).length > 0; quarters += 1) {
    const last = await start(15 * 60)
    await last.ready()
    const until = performance.now() + 60_000
    while (performance.now() < until && (await findUnfinished(ctx)).length > 0) await sleep(200)
    expect(await last.end(), last.output()).toBe(0)
  }
  expect(await findUnfinished(ctx)).toEqual([])
  await expectPaidOnceEach(ctx, { lives: load.lives, orders: await simulator.orders(), payments })
  expect(counts.killed).toBe(kills)

  const seconds = {
    busy: Math.round(busy_ms / 1000),
    all: Math.round((performance.now() - started_at) / 1000),
  }
  process.stdout.write(`${JSON.stringify({ seed, ...counts, ...caller.stats, seconds })}\n`)
})
