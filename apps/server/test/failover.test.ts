import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../src/db/free-port.ts'
import { expectPaidOnceEach, findUnfinished, runLedgerVerify } from './books.ts'
import { missingPackages } from './cluster-packages.ts'
import { completeSettings } from './complete-settings.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany, makeStaff, signIn } from './factories.ts'
import { type Life, liveLoan, makePeople } from './lives.ts'
import { isWhole, type PatroniCluster, startPatroniCluster } from './patroni.ts'
import { type Answer, type Caller, createCaller } from './persistent-caller.ts'
import { launchServer, type ServerProcess } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'

const failovers = inject('failovers')
const missing = failovers === 0 ? [] : missingPackages()
if (missing.length > 0)
  process.stdout.write(`Failovers are not tested: apt-get install ${missing.join(' ')}\n`)
const isRun = failovers > 0 && missing.length === 0

const limitMs = 180_000
const tables = 3
const payments = 1

let cluster: PatroniCluster
let ctx: TestContext
let simulator: SimulatorProcess
let webs: ServerProcess[]
let jobs: ServerProcess

function settingsOf(role: 'web' | 'jobs'): Record<string, string> {
  const name = new URL(ctx.deps.env.database_url ?? '').pathname.slice(1)
  return {
    ROLE: role,
    DATABASE_URL: `${cluster.pooler_url}${name}`,
    DATABASE_DIRECT_URL: `${cluster.server_url}${name}`,
    DATABASE_REPLICA_URL: `${cluster.replica_url}${name}`,
    DATABASE_OWNER_URL: completeSettings(ctx).DATABASE_OWNER_URL ?? '',
    DATABASE_PREPARE: '0',
    DATABASE_KEEPS_COMMITS: '1',
  }
}

async function startServer(role: 'web' | 'jobs'): Promise<ServerProcess> {
  const port = await freePort()
  return launchServer(ctx, { port, stp_url: simulator.url, settings: settingsOf(role) }).ready()
}

beforeAll(async () => {
  if (!isRun) return
  cluster = await startPatroniCluster()
  ctx = await createTestContext({ databases: cluster })
  simulator = await startSimulatorProcess(ctx, 200)
  await simulator.setClock(ctx.clock.now)
  webs = [await startServer('web'), await startServer('web')]
  jobs = await startServer('jobs')
  await simulator.setWebhook(webs[0]?.api ?? '')
}, 600_000)

afterAll(async () => {
  if (!isRun) return
  for (const server of [...(webs ?? []), jobs]) await server?.kill()
  await simulator?.kill()
  await ctx?.close()
  await cluster?.remove()
})

/** Repeats work on the context's own connections, which break at each failover. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + limitMs; ; await sleep(300))
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
    }
}

const acceptance = z.object({
  loan: z.object({ id: z.number() }),
  order: z.object({ tracking_key: z.string() }),
})

/** Signs loans in parallel series through both web processes until it is stopped. */
function startLoad() {
  const caller: Caller = createCaller(
    webs.map(({ api }) => api),
    limitMs,
  )
  const stop = new AbortController()
  /** The tracking key of each loan whose acceptance was answered with 200 or 202. */
  const accepted = new Map<number, string>()
  const lives: Life[] = []
  let busy = true

  async function accept(...[path, request]: Parameters<Caller['call']>): Promise<Answer> {
    const answer = await caller.call(path, request)
    const { data } = acceptance.safeParse(answer.body)
    if (answer.status < 300 && data !== undefined) accepted.set(data.loan.id, data.order.tracking_key)
    return answer
  }
  async function liveOn() {
    while (busy) {
      const people = await insist(() => makePeople(ctx))
      const plan = { amount: 5000 + lives.length, payments, accept, stop: stop.signal }
      lives.push(await liveLoan(caller, people, plan))
    }
  }
  const all = Promise.all(Array.from({ length: tables }, liveOn))
  all.catch(() => stop.abort())
  return {
    ...{ accepted, lives, stats: caller.stats },
    failed: () => stop.signal.aborted,
    async stop() {
      busy = false
      await all
    },
  }
}

type Headers = Record<string, string>
const lists = [
  '/company?page_size=20',
  '/loan?type=credit',
  '/auth/users?user_type=U2',
  '/stp',
  '/search?search=ana',
]

/** Reads lists through both web processes all the time; `since` tells how those that began later were answered. */
function startReading(headers: Headers) {
  const reads: { began_ms: number; ended_ms: number; is_answered: boolean }[] = []
  let busy = true
  async function readOn(at: number) {
    for (let count = at; busy; count += 1) {
      const began_ms = performance.now()
      const url = `${webs[at]?.api}${lists[count % lists.length]}`
      const answer = await fetch(url, { headers }).catch(() => undefined)
      await answer?.body?.cancel()
      reads.push({ began_ms, ended_ms: performance.now(), is_answered: answer?.status === 200 })
      await sleep(100)
    }
  }
  const all = Promise.all(webs.map((_web, at) => readOn(at)))
  return {
    within(from_ms: number, to_ms: number) {
      const some = reads.filter(({ began_ms, ended_ms }) => began_ms > from_ms && ended_ms < to_ms)
      const answered = some.filter(({ is_answered }) => is_answered).length
      return { answered, refused: some.length - answered }
    },
    async stop() {
      busy = false
      await all
    },
  }
}

/** Writes a note again and again; returns the instant of the first answer that says it is stored. */
async function awaitWrites(headers: Headers, company_id: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    const url = `${webs[count % 2]?.api}/activity/company/${company_id}/notes`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ text: 'Prueba de conmutación' }),
      signal: AbortSignal.timeout(8000),
    }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 201) return performance.now()
    if (answer !== undefined) expect([429, 503]).toContain(answer.status)
    await sleep(100)
  }
}

const repeated = (names: string[]) => names.length - new Set(names).size

/** Compares what was answered and what STP has with the database, while the load goes on. */
async function compare(accepted: ReadonlyMap<number, string>) {
  const answered = [...accepted]
  const orders = await simulator.orders()
  const { db } = ctx.deps
  const [transfers, signed] = await insist(() =>
    Promise.all([
      db.selectFrom('transfer').select(['loan_id', 'tracking_key']).execute(),
      db.selectFrom('acceptance').select('loan_id').execute(),
    ]),
  )
  const keyOf = new Map(transfers.map(({ loan_id, tracking_key }) => [loan_id, tracking_key]))
  const signedLoans = new Set(signed.map(({ loan_id }) => loan_id))
  const ours = new Set(transfers.map(({ tracking_key }) => tracking_key))
  const ledger = await insist(async () => {
    const { code, output } = await runLedgerVerify(ctx)
    if (code !== 0 && !output.includes('Differences')) throw new Error(output)
    return { code, output }
  })
  expect(ledger.code, ledger.output).toBe(0)
  return {
    accepted: answered.length,
    lost: answered.filter(([loan_id, key]) => keyOf.get(loan_id) !== key || !signedLoans.has(loan_id)).length,
    doubled:
      repeated(transfers.map(({ loan_id }) => String(loan_id))) +
      repeated(signed.map(({ loan_id }) => String(loan_id))) +
      repeated(orders.map(({ claveRastreo }) => claveRastreo)) +
      repeated(orders.map(({ cuentaBeneficiario }) => cuentaBeneficiario)),
    forgotten: orders.filter(({ claveRastreo }) => !ours.has(claveRastreo)).length,
  }
}

const awaitWhole = () =>
  expect.poll(async () => isWhole(await cluster.members()), { timeout: limitMs, interval: 300 }).toBe(true)

const leader = async () => (await cluster.members()).find(({ role }) => role === 'leader')

const seconds = (ms: number) => (ms / 1000).toFixed(1)

function printTable(rows: Record<string, string | number>[]) {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines)
    process.stdout.write(`${line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')}\n`)
}

test.runIf(isRun)(
  `loses and doubles no acceptance in ${failovers} failovers of a cluster under load`,
  { timeout: 3_600_000 },
  async () => {
    const headers = await signIn(ctx, await makeStaff(ctx))
    const { id: company_id } = await makeCompany(ctx)
    const load = startLoad()
    const reading = startReading(headers)
    const rows: Record<string, string | number>[] = []
    for (let round = 1; round <= failovers; round += 1) {
      await awaitWhole()
      await expect
        .poll(() => load.stats.accepting > 0 || load.failed(), { timeout: limitMs, interval: 10 })
        .toBe(true)
      if (load.failed()) break
      const former = (await leader())?.name ?? ''
      await sleep(Math.random() * 300)
      const killed_ms = performance.now()
      cluster.kill(former)
      const written_ms = await awaitWrites(headers, company_id)
      const { answered, refused } = reading.within(killed_ms, written_ms)
      const next = await leader()
      cluster.restart(former)
      await awaitWhole()
      const whole_ms = performance.now()
      const found = await compare(load.accepted)
      rows.push({
        failover: round,
        from: former,
        to: next?.name ?? '?',
        timeline: next?.timeline ?? '?',
        'writes again (s)': seconds(written_ms - killed_ms),
        'lists meanwhile': answered,
        'not answered': refused,
        'all nodes again (s)': seconds(whole_ms - killed_ms),
        ...found,
      })
      printTable(rows.slice(-1))
    }
    await load.stop()
    await reading.stop()
    printTable(rows)
    process.stdout.write(`${JSON.stringify(load.stats)}\n`)
    expect(rows).toHaveLength(failovers)
    for (const row of rows) {
      expect(row).toMatchObject({ lost: 0, doubled: 0, forgotten: 0 })
      expect(row['lists meanwhile']).toBeGreaterThan(0)
    }
    await expect
      .poll(() => insist(() => findUnfinished(ctx)), { timeout: 600_000, interval: 500 })
      .toEqual([])
    await expectPaidOnceEach(ctx, { lives: load.lives, orders: await simulator.orders(), payments })
    for (const server of [...webs, jobs]) expect(server.runs(), server.output()).toBe(true)
  },
)
