import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../src/db/free-port.ts'
import { seeded } from '../src/demo/random.ts'
import { findStrayCentavos } from './centavos.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Office, openOffice, runErrand } from './errands.ts'
import { createCaller } from './persistent-caller.ts'
import { startTime } from './running-time.ts'
import { type LaunchedServer, launchServer } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'
import { type Passing, type StpProxy, startStpProxy } from './stp-proxy.ts'
import { createStrikes, type StrikeStep, stepOfPath, stepOfQuery, strikeSteps } from './strikes.ts'
import { setMode } from './verifications.ts'

const given = inject('kills')
const seed = given.seed || randomInt(1, 1_000_000)
/** Only a nightly run kills the servers of the treasury, as often as its setting says. */
const kills = given.count
const isNightly = kills >= 10
/** Number of errands in progress at the same time, and how many there are at least. */
const [crowd, leastErrands] = [4, 6]
const limitMs = 600_000 + kills * 60_000

const random = seeded(seed)
let ctx: TestContext
let simulator: SimulatorProcess
let servers: Servers

beforeAll(async () => {
  ctx = await createTestContext()
  const value = JSON.stringify({ ...DEFAULT_ACCESS_CONFIG, systemIdleTime: 1440 })
  await ctx.deps.db.insertInto('setting').values({ name: 'access', value }).execute()
  await setMode(ctx, 'warn')
  simulator = await startSimulatorProcess(ctx, 300)
  servers = await startServers()
  return async () => {
    await servers.stop()
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

/** What an order of STP's register call is for. */
async function stepOfOrder(body: string): Promise<StrikeStep | undefined> {
  const { claveRastreo } = z.object({ claveRastreo: z.string() }).parse(JSON.parse(body))
  const row = await ctx.deps.db
    .selectFrom('transfer')
    .select('purpose')
    .where('tracking_key', '=', claveRastreo)
    .executeTakeFirst()
  return strikeSteps.find((step) => step === `send ${row?.purpose}`)
}

/**
 * Two servers on one database, each with a proxy before STP; STP's callbacks reach the first through another. Each server
 * can be killed, also at a chosen step, and started again.
 */
async function startServers() {
  const ports = [await freePort(), await freePort()] as const
  const apis = ports.map((port) => `http://127.0.0.1:${port}/quincena/api`)
  const pass = startTime(ctx, simulator)
  const running = new Map<number, LaunchedServer>()

  async function kill(port: number) {
    const server = running.get(port)
    expect(server?.runs(), server?.output()).toBe(true)
    await server?.kill()
  }
  const strikes = createStrikes(random, kill)

  const proxies = new Map<number, StpProxy>()
  for (const port of ports) {
    const watch = async ({ path, body, moment, isOpen }: Passing) => {
      if (moment === 'served') return
      const step = path.endsWith('/registra') ? await stepOfOrder(body) : stepOfQuery(path, body)
      if (step !== undefined) await strikes.meet({ server: port, step, phase: moment, isOpen })
    }
    proxies.set(port, await startStpProxy(simulator.url, { seed: seed + port, watch }))
  }
  const callbacks = await startStpProxy(`http://127.0.0.1:${ports[0]}`, {
    seed,
    async watch({ path, moment, isOpen }) {
      const step = stepOfPath(path)
      if (step === undefined || moment !== 'served') return
      await strikes.meet({ server: ports[0], step, phase: 'served', isOpen })
    },
  })
  const caller = createCaller(apis, limitMs, async ({ api, path, isOpen }) => {
    const [server, step] = [ports[apis.indexOf(api)], stepOfPath(path)]
    if (server !== undefined && step !== undefined)
      await strikes.meet({ server, step, phase: 'served', isOpen })
  })
  await simulator.setWebhook(`${callbacks.url}/quincena/api`)

  async function start(port: number, seconds: number) {
    await pass(seconds)
    running.set(port, launchServer(ctx, { port, stp_url: proxies.get(port)?.url ?? '' }))
  }
  const ready = () => Promise.all([...running.values()].map((server) => server.ready()))
  async function endAll() {
    for (const server of running.values()) expect(await server.end(), server.output()).toBe(0)
  }
  return {
    ports,
    strikes,
    caller,
    start,
    kill,
    ready,
    endAll,
    /** Share of the calls to STP that something happens to. */
    setRate(rate: number) {
      for (const proxy of proxies.values()) proxy.setRate(rate)
    },
    /** How often something happened to a call to STP, by name. */
    tricks() {
      const counts = new Map<string, number>()
      for (const proxy of proxies.values())
        for (const [name, times] of Object.entries(proxy.counts))
          counts.set(name, (counts.get(name) ?? 0) + times)
      return counts
    },
    /** Ends both servers and starts them again later. */
    async pass(seconds: number) {
      await endAll()
      for (const [at, port] of ports.entries()) await start(port, at === 0 ? seconds : 0)
      await ready()
    },
    /** Leaves no process behind, also after a failure. */
    async stop() {
      for (const server of running.values()) await server.kill()
      for (const proxy of [...proxies.values(), callbacks]) await proxy.stop()
    },
  }
}
type Servers = Awaited<ReturnType<typeof startServers>>

const dayNow = () => ctx.clock.now.toZonedDateTimeISO('America/Mexico_City').toPlainDate().toString()

/** Staff have the running day compared with STP, which ends with a check of the balance. */
const compareDay = ({ caller, manager: headers }: Office) =>
  caller.call(`/stp/reconciliation/${dayNow()}/run`, { method: 'POST', headers, key: randomUUID(), body: {} })

/** Queues a check of the balance. */
const askBalance = () =>
  ctx.deps.db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'ask-balance', {}))

/** Advances the time until nothing is open, at most eight times half an hour. */
async function comeToRest() {
  servers.setRate(0)
  await simulator.clearFaults()
  for (let half = 0; half < 8 && (half === 0 || (await findOpen()).length > 0); half += 1) {
    await servers.pass(30 * 60)
    const until = performance.now() + 30_000
    while (performance.now() < until && (await findOpen()).length > 0) await sleep(200)
  }
}

const balance = z.object({
  check: z.object({ id: z.number(), verdict: z.string(), difference: z.number() }),
  needs_opening: z.boolean(),
  open_case: z.unknown(),
})

/** What a check of the balance may wait for, for the message of a failure. */
async function describeWaiting(): Promise<string> {
  const { rows } = await sql`
    select 'queries ' || purpose as what, to_jsonb(count(*)) as state from stp_query group by purpose
    union all select 'day ' || operation_date, to_jsonb(reconciliation) - 'totals' from reconciliation
    union all select 'balance', to_jsonb(stp_balance) from stp_balance
    union all select 'job ' || name || ' ' || state, to_jsonb(count(*)) from pgboss.job
    where state in ('created', 'retry', 'active') group by name, state`.execute(ctx.deps.db)
  return JSON.stringify(rows, null, 1)
}

/** Compares the day, posts the opening balance as an admin, and expects the next check to find 0.00 and no case. */
async function expectBalanced(office: Office) {
  const { caller, admin: headers } = office
  const read = async (last: number) => {
    const { body } = await caller.call('/treasury/balance', { method: 'GET', headers })
    const state = balance.safeParse(body)
    return state.success && state.data.check.id > last ? state.data : null
  }
  const newer = async (last: number) => {
    await expect
      .poll(() => read(last))
      .not.toBeNull()
      .catch(async (cause: unknown) => {
        throw new Error(`no check of the balance:\n${await describeWaiting()}`, { cause })
      })
    return balance.parse(await read(last))
  }
  const before = balance.safeParse((await caller.call('/treasury/balance', { method: 'GET', headers })).body)
  await compareDay(office)
  const { check, needs_opening } = await newer(before.data?.check.id ?? 0)
  expect(needs_opening).toBe(true)
  const body = { check: check.id, amount: check.difference }
  const opened = await caller.call('/treasury/balance/opening', {
    ...{ method: 'POST', headers, key: randomUUID(), body },
  })
  expect(opened, JSON.stringify(opened.body)).toMatchObject({ status: 201 })
  expect(await newer(check.id)).toMatchObject({
    ...{ check: { verdict: 'verified', difference: 0 }, needs_opening: false, open_case: null },
  })
}

/** Forged callbacks and payments that arrive by themselves, beside what the errands do. */
const events = (
  ['payment', 'forged_payment', 'forged_amount', 'forged_order', 'forged_settlement'] as const
).map((action) => ({ on: 'event' as const, action, monto: 77.5, count: kills }))

/** What a run that kills at every step must have struck at least once. */
const planned = [
  ...strikeSteps,
  ...['lost_request', 'lost_answer', 'repeated', 'delayed'],
  ...events.map(({ on, action }) => `${on} ${action}`),
]

/** How often each fault really struck: kills by step, what happened to calls to STP, and STP's own faults. */
function countFaults(played: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>([...servers.strikes.counts, ...servers.tricks()])
  for (const name of played) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Longest wait for a step; then another step is aimed at. */
const patienceMs = 20_000
const stuckSeconds = 11 * 60

/** Kills a server at the step; returns it, or null if no server reached the step in time. */
async function strikeAt(office: Office, step: StrikeStep): Promise<number | null> {
  const { strikes, ports } = servers
  if (step === 'start' || step === 'any moment') {
    const port = random.pick(ports)
    if (step === 'start') {
      await servers.kill(port)
      await servers.start(port, 0)
    }
    await sleep(random.between(0, step === 'start' ? 1000 : 3000))
    await servers.kill(port)
    strikes.count(step)
    return port
  }
  const aimed = strikes.aimAt(step, patienceMs)
  if (step !== 'read list' && step !== 'read balance') return aimed
  const [server] = await Promise.all([aimed, step === 'read list' ? compareDay(office) : askBalance()])
  return server
}

test.runIf(isNightly)(
  `books each centavo once when two servers are killed ${kills} times (KILL_SEED=${seed})`,
  {
    timeout: limitMs,
  },
  async () => {
    const { strikes, caller } = servers
    await simulator.setFaults({ seed, rate: 0.3, delay_ms: 800, only: ['query', 'webhook'], faults: events })
    for (const port of servers.ports) await servers.start(port, 0)
    await servers.ready()
    servers.setRate(0.15)
    const started = performance.now()

    const stop = new AbortController()
    const office = await openOffice({ ctx, caller, simulator, stop: stop.signal })
    let [begun, missed, running] = [0, 0, crowd]
    async function runErrands() {
      while (begun < leastErrands || strikes.total() < kills) {
        begun += 1
        if (begun % crowd === 0) await simulator.withdraw(10 + begun)
        await runErrand(office, begun, 1000 + begun)
      }
      running -= 1
    }
    const errands = Promise.all(Array.from({ length: crowd }, runErrands))
    errands.catch(() => stop.abort())

    async function killByTurns() {
      const steps = strikeSteps.toSorted(() => random.between(0, 1) - 0.5)
      for (let at = 0; strikes.total() < kills && !stop.signal.aborted; at += 1) {
        const [step = 'any moment', before] = [steps[at % steps.length], strikes.total()]
        const port = await strikeAt(office, step)
        if (strikes.total() === before) missed += 1
        if (port === null) {
          // All errands wait, perhaps for a comparison that a kill cut and that another may take over after ten minutes.
          await servers.ready()
          await servers.pass(stuckSeconds)
          continue
        }
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
    const busy_s = Math.round((performance.now() - started) / 1000)
    const faults = countFaults(await simulator.playedFaults())
    await comeToRest()
    expect(await findOpen()).toEqual([])
    await expectBalanced(office)
    await servers.endAll()
    expect(await findStrayCentavos(ctx.deps.db, await simulator.movements())).toEqual([])
    const { rows } = await sql<{ purpose: string; orders: number }>`
    select purpose, count(*)::integer as orders from transfer group by purpose order by purpose`.execute(
      ctx.deps.db,
    )
    expect(rows.map(({ purpose }) => purpose)).toEqual(['payout', 'refund', 'return', 'verification'])
    const struck = Object.fromEntries(faults)
    process.stdout.write(
      `${JSON.stringify({ seed, struck, missed, begun, busy_s, orders: rows, ...caller.stats })}\n`,
    )
    const never = planned.filter((name) => (faults.get(name) ?? 0) === 0)
    if (kills >= strikeSteps.length) expect(never).toEqual([])
  },
)
