import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../src/db/free-port.ts'
import { seeded } from '../src/demo/random.ts'
import { findStrayCentavos } from './centavos.ts'
import { createTestContext, type TestContext } from './context.ts'
import { openOffice, runErrand } from './errands.ts'
import { createCaller } from './persistent-caller.ts'
import { startTime } from './running-time.ts'
import { type LaunchedServer, launchServer } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'
import { type StpProxy, startStpProxy } from './stp-proxy.ts'
import { setMode } from './verifications.ts'

const given = inject('kills')
const seed = given.seed || randomInt(1, 1_000_000)
/** A nightly run kills as often as its setting says. */
const [few, nightly] = [3, 50]
const kills = given.count < nightly ? few : given.count
/** Number of errands in progress at the same time. */
const crowd = 4
const limitMs = 600_000 + kills * 60_000

let ctx: TestContext
let simulator: SimulatorProcess
let proxy: StpProxy

beforeAll(async () => {
  ctx = await createTestContext()
  const value = JSON.stringify({ ...DEFAULT_ACCESS_CONFIG, systemIdleTime: 1440 })
  await ctx.deps.db.insertInto('setting').values({ name: 'access', value }).execute()
  await setMode(ctx, 'warn')
  simulator = await startSimulatorProcess(ctx, 300)
  proxy = await startStpProxy(simulator.url, seed)
  return async () => {
    await proxy.stop()
    await simulator.kill()
  }
})

/** The orders and verifications without an outcome, and received money that STP was never asked about. */
async function findOpen(): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select purpose || ' ' || id || ': ' || status as what from transfer
    where status in ('pending', 'unknown', 'review') or contested_at is not null or (status = 'sent' and state is null)
    union all select 'verification ' || id from account_verification where state = 'pending'
    union all select 'incoming payment ' || id from incoming_payment
    where stp_check = 'pending' and status = 'open'`.execute(ctx.deps.db)
  return rows.map(({ what }) => what)
}

/** Two servers on one database behind the proxy; each can be killed and started again. */
async function startServers() {
  const ports: [number, number] = [await freePort(), await freePort()]
  const pass = startTime(ctx, simulator)
  const launch = (port: number) => launchServer(ctx, { port, stp_url: proxy.url })
  const running = new Map<number, LaunchedServer>()
  const apis = ports.map((port) => `http://127.0.0.1:${port}/quincena/api`)

  async function start(port: number, seconds: number) {
    await pass(seconds)
    running.set(port, launch(port))
  }
  async function endAll() {
    for (const server of running.values()) expect(await server.end(), server.output()).toBe(0)
  }
  return {
    apis,
    ports,
    start,
    async kill(port: number) {
      const server = running.get(port)
      expect(server?.runs(), server?.output()).toBe(true)
      await server?.kill()
    },
    ready: () => Promise.all([...running.values()].map((server) => server.ready())),
    endAll,
    /** Ends both servers and starts them again later. */
    async pass(seconds: number) {
      await endAll()
      for (const [at, port] of ports.entries()) await start(port, at === 0 ? seconds : 0)
      await Promise.all([...running.values()].map((server) => server.ready()))
    },
  }
}
type Servers = Awaited<ReturnType<typeof startServers>>

/** Advances the time until nothing is open, at most eight times half an hour. */
async function comeToRest(servers: Servers) {
  proxy.setRate(0)
  await simulator.setFaults({})
  for (let half = 0; half < 8 && (half === 0 || (await findOpen()).length > 0); half += 1) {
    await servers.pass(30 * 60)
    const until = performance.now() + 30_000
    while (performance.now() < until && (await findOpen()).length > 0) await sleep(200)
  }
}

/** Forged callbacks and payments that arrive by themselves, beside what the errands do. */
const events = (
  ['payment', 'forged_payment', 'forged_amount', 'forged_order', 'forged_settlement'] as const
).map((action) => ({ on: 'event' as const, action, monto: 77.5, count: kills }))

test(`books each centavo once when two servers are killed ${kills} times (KILL_SEED=${seed})`, {
  timeout: limitMs,
}, async () => {
  const random = seeded(seed)
  const servers = await startServers()
  await simulator.setWebhook(servers.apis[0] ?? '')
  await simulator.setFaults({ seed, rate: 0.3, delay_ms: 800, only: ['query', 'webhook'], faults: events })
  for (const port of servers.ports) await servers.start(port, 0)
  await servers.ready()
  proxy.setRate(0.15)

  const stop = new AbortController()
  const caller = createCaller(servers.apis, limitMs)
  const office = await openOffice({ ctx, caller, simulator, stop: stop.signal })
  let [begun, killed, running] = [0, 0, crowd]
  async function runErrands() {
    while (begun < kills * 2 || killed < kills) {
      begun += 1
      await runErrand(office, begun, 1000 + begun)
    }
    running -= 1
  }
  const errands = Promise.all(Array.from({ length: crowd }, runErrands))
  errands.catch(() => stop.abort())

  async function killByTurns() {
    for (; killed < kills && !stop.signal.aborted; killed += 1) {
      await sleep(random.between(300, 3000))
      const port = random.pick(servers.ports)
      await servers.kill(port)
      await sleep(random.between(0, 800))
      // Both servers share one time, so this one does not move it.
      await servers.start(port, 0)
      if (random.chance(0.7)) await servers.ready()
    }
    // Restarts advance the clock, so that sweeps resume what the kills left open.
    while (running > 0 && !stop.signal.aborted) {
      await servers.ready()
      for (let waited = 0; waited < 5000 && running > 0 && !stop.signal.aborted; waited += 100)
        await sleep(100)
      if (running > 0) await servers.pass(60)
    }
  }
  await Promise.all([errands, killByTurns()])
  await comeToRest(servers)
  expect(await findOpen()).toEqual([])
  await servers.endAll()
  expect(await findStrayCentavos(ctx.deps.db, await simulator.movements())).toEqual([])
  const { rows } = await sql<{ purpose: string; orders: number }>`
    select purpose, count(*)::integer as orders from transfer group by purpose order by purpose`.execute(
    ctx.deps.db,
  )
  expect(rows.map(({ purpose }) => purpose)).toEqual(['payout', 'refund', 'return', 'verification'])
  process.stdout.write(
    `${JSON.stringify({ seed, killed, begun, orders: rows, ...proxy.counts, ...caller.stats })}\n`,
  )
})
