// Measures what events cost a commit: `npm run bench:events`. Commits with three events against the same commits without,
// with three statements that do nothing, and with three NOTIFY in the transaction, as events were sent before the outbox.
// Each commit changes one loan. The variants take turns, round by round, at 20 connections; printed are medians over the
// rounds: commits per second, processor time of a commit in Node (which also reads the events, as every process does) and in PostgreSQL
// (Linux only), and the ratios to the commits without events of the same round. Then it measures how long after a commit
// an event reaches another process, one event at a time. Fails if an event is not delivered exactly once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startEvents } from '../apps/server/src/command/event-bus.ts'
import type { AppEvent } from '../apps/server/src/command/events.ts'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { Trx } from '../apps/server/src/db/types.ts'
import { fillDatabase } from './fill-database.ts'
import { postgresOf, processorTime } from './processor-time.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, 'round-ms': { type: 'string', default: '2000' } },
})
const rounds = Number(options.rounds)
const round_ms = Number(options['round-ms'])
const connections = 20
const single_events = 100

const data_dir = mkdtempSync(join(tmpdir(), 'quincena-bench-'))
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const postgres = await startPostgres(join(data_dir, 'postgres'), await freePort(), ['max_connections=100'])
const url = postgres.url('postgres')
const postmaster = postgresOf(data_dir)
const db = connect(url, { max: connections })
await migrate(db)
await db
  .insertInto('app_user')
  .values({ user_type: 'U1', email: 'gerente@example.com', first_name: 'Gerente', last_name: 'Prueba' })
  .execute()
const loans_per_connection = 100
await fillDatabase(url, { users: 1000, loans: connections * loans_per_connection })
const loans = await db.selectFrom('loan').select('id').orderBy('id').execute()

const log = { warn: console.warn, error: console.error }
const events = await startEvents(url, log)

let published = 0
const nextEvent = (): AppEvent => {
  published += 1
  return { topic: 'loan', id: published, user_ids: [7], staff: true }
}
async function thrice(work: () => Promise<unknown>) {
  for (let count = 0; count < 3; count += 1) await work()
}
const variants: Record<string, (trx: Trx) => Promise<void>> = {
  'without events': async () => undefined,
  'three events': (trx) => thrice(() => events.publish(trx, nextEvent())),
  'three plain statements': (trx) => thrice(() => sql`select ${'x'}::text`.execute(trx)),
  'three NOTIFY in the transaction': (trx) =>
    thrice(() => sql`select pg_notify('bench', ${JSON.stringify(nextEvent())})`.execute(trx)),
}

/** Commits of one connection after another until the time is over; returns how many. */
async function commitUntil(end_ms: number, connection: number, work: (trx: Trx) => Promise<void>) {
  let commits = 0
  for (; performance.now() < end_ms; commits += 1) {
    const id = loans[connection * loans_per_connection + (commits % loans_per_connection)]?.id ?? 0
    await db.transaction().execute(async (trx) => {
      await sql`update loan set updated_at = now() where id = ${id}`.execute(trx)
      await work(trx)
    })
  }
  return commits
}

interface Rates {
  per_second: number
  node_cpu_ms: number
  postgres_cpu_ms: number
}

/** Commits per second of one round, and the processor time of each commit. */
async function measure(work: (trx: Trx) => Promise<void>): Promise<Rates> {
  const began_ms = performance.now()
  const node_cpu = process.cpuUsage()
  const postgres_cpu_ms = processorTime(postmaster)
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, connection) =>
      commitUntil(began_ms + round_ms, connection, work),
    ),
  )
  const commits = counts.reduce((sum, count) => sum + count, 0)
  const { user, system } = process.cpuUsage(node_cpu)
  return {
    per_second: (1000 * commits) / (performance.now() - began_ms),
    node_cpu_ms: (user + system) / 1000 / commits,
    postgres_cpu_ms: (processorTime(postmaster) - postgres_cpu_ms) / commits,
  }
}

const medianOf = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

const cpuOf = ({ node_cpu_ms, postgres_cpu_ms }: Rates) => node_cpu_ms + postgres_cpu_ms

async function measureCommits() {
  const measured: Record<string, Rates[]> = {}
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(variants)) {
      const rates = await measure(work)
      // The first round warms up.
      if (round >= 0) measured[name] = [...(measured[name] ?? []), rates]
    }
  }
  const without = measured['without events'] ?? []
  const summarize = (all: Rates[], value: (rates: Rates, base: Rates) => number) =>
    Number(medianOf(all.map((rates, round) => value(rates, without[round] ?? rates))).toFixed(2))
  return Object.entries(measured).map(([name, all]) => ({
    commits: name,
    per_second: summarize(all, ({ per_second }) => per_second),
    ratio: summarize(all, (rates, base) => rates.per_second / base.per_second),
    node_cpu_ms: summarize(all, ({ node_cpu_ms }) => node_cpu_ms),
    postgres_cpu_ms: summarize(all, ({ postgres_cpu_ms }) => postgres_cpu_ms),
    cpu_ratio: summarize(all, (rates, base) => cpuOf(base) / cpuOf(rates)),
  }))
}

/** Time in ms from a commit's end until another process has its event, for single events with pauses between them. */
async function measureDelivery() {
  // As another process has it: a connection of its own, which only the database connects with the sender's.
  const receiver = await startEvents(url, log)
  const took: number[] = []
  for (let count = 0; count < single_events; count += 1) {
    await sleep(100 + 50 * Math.random())
    const event = nextEvent()
    const { promise: arrival, resolve } = Promise.withResolvers<number>()
    const stop = receiver.subscribe(({ id }) => id === event.id && resolve(performance.now()))
    await db.transaction().execute((trx) => events.publish(trx, event))
    const committed_ms = performance.now()
    took.push(Math.max(0, (await arrival) - committed_ms))
    stop()
  }
  await receiver.stop()
  took.sort((one, other) => one - other)
  const at = (share: number) => Number((took[Math.ceil(share * took.length) - 1] ?? Number.NaN).toFixed(1))
  return { median_ms: at(0.5), p95_ms: at(0.95), worst_ms: at(1) }
}

try {
  const received: number[] = []
  events.subscribe(({ id }) => received.push(id))
  console.table(await measureCommits())
  console.log('another process has an event after', await measureDelivery())
  await sleep(2000) // longer than the pause between two reads
  const { rows } = await sql<{ id: number }>`
    select (payload::json ->> 'id')::int as id from event_outbox, unnest(payloads) as payload`.execute(db)
  const unique = new Set(received)
  const missing = rows.filter(({ id }) => !unique.has(id)).length
  console.log({ delivered: received.length, twice: received.length - unique.size, missing })
  if (missing > 0 || unique.size < received.length) process.exitCode = 1
} finally {
  await events.stop()
  await db.destroy()
  await postgres.stop()
  rmSync(data_dir, { recursive: true, force: true })
}
