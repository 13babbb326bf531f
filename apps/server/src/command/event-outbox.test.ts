import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { startProgram } from '../../test/program.ts'
import { newRows } from '../db/outbox-reader.ts'
import type { Database, Trx } from '../db/types.ts'
import { startEvents } from './event-bus.ts'
import type { AppEvent, EventBus } from './events.ts'

let ctx: TestContext
let url: string
const endings: (() => unknown)[] = []
beforeAll(async () => {
  ctx = await createTestContext()
  url = ctx.deps.env.database_url ?? ''
})
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const eventOf = (id: number): AppEvent => ({ topic: 'loan', id, user_ids: [7], staff: true })
const publish = (id: number, bus: EventBus = ctx.deps.events) =>
  ctx.deps.db.transaction().execute((trx) => bus.publish(trx, eventOf(id)))

/** The bus of another process; `ids` are those that it received, `gaps` counts its gaps. */
async function startBus(pace: Parameters<typeof startEvents>[2] = {}) {
  const bus = await startEvents(url, ctx.deps.log, pace)
  endings.push(bus.stop)
  const received = { ids: [] as number[], gaps: 0 }
  bus.subscribe(({ id }) => received.ids.push(id))
  bus.onGap(() => {
    received.gaps += 1
  })
  return { bus, received }
}

/** A connection of its own whose transaction the test begins and ends. */
async function openClient() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  endings.push(() => client.end())
  const write = (id: number) =>
    client.query('insert into event_outbox (payloads) values ($1)', [[JSON.stringify(eventOf(id))]])
  return { client, write }
}

/** Publishes two more events, one after the other; what was delivered twice has arrived when the second has. */
async function expectIds(receivers: { ids: number[] }[], ids: number[]) {
  const last = [randomInt(1_000_000, 2_000_000), randomInt(2_000_000, 3_000_000)]
  for (const id of last) {
    await publish(id)
    for (const { ids } of receivers) await expect.poll(() => ids).toContain(id)
  }
  for (const received of receivers) expect(received.ids).toEqual([...ids, ...last])
}

test('delivers the events of a transaction with its commit, each once, and none of one that fails', async () => {
  const { bus, received } = await startBus()
  const failing = (work: (trx: Trx) => Promise<unknown>) =>
    ctx.deps.db.transaction().execute(async (trx) => {
      await bus.publish(trx, eventOf(1))
      await work(trx)
    })
  await expect(failing(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  // The transaction is aborted although the command does not notice.
  const ignored = (trx: Trx) => sql`select 1 / 0`.execute(trx).catch(() => undefined)
  await expect(failing(ignored)).rejects.toThrow('transaction is aborted')
  await ctx.deps.db.transaction().execute(async (trx) => {
    for (const id of [2, 3, 2]) await bus.publish(trx, eventOf(id))
    await sleep(100)
    expect(received.ids).toEqual([])
  })
  await expectIds([received], [2, 3])
})

test('stores a text with quotes and backslashes as it is', async () => {
  const { client } = await openClient()
  const text = `it's a "text" with \\ and \\' and ; -- 'ñ'`
  const event = { ...eventOf(4), user_ids: [text] } as unknown as AppEvent
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.events.publish(trx, event))
  const { rows } = await client.query(
    "select payload from event_outbox, unnest(payloads) as payload where payload like '%text%'",
  )
  expect(rows.map(({ payload }) => JSON.parse(payload))).toEqual([event])
})

test('delivers a transaction once that began before a delivered one and is committed after it', async () => {
  const [one, other] = [await startBus(), await startBus()]
  const { client, write } = await openClient()
  await client.query('begin')
  await write(10)
  await publish(11)
  for (const { received } of [one, other]) await expect.poll(() => received.ids).toEqual([11])
  const { rows } = await client.query(
    'select pg_current_xact_id() < max(xact) as began_first from event_outbox',
  )
  expect(rows).toEqual([{ began_first: true }])
  await client.query('commit')
  await expectIds([one.received, other.received], [11, 10])
})

test('delivers many concurrent transactions to two processes, each exactly once, and none that is rolled back', async () => {
  const buses = [await startBus({ gap_ms: 3 }), await startBus({ gap_ms: 7 })]
  const committed: number[] = []
  const commitSome = async (series: number) => {
    for (let count = 0; count < 40; count += 1) {
      const id = 1000 * series + count
      const isKept = randomInt(4) > 0
      const bus = buses[count % 2]?.bus ?? ctx.deps.events
      const work = ctx.deps.db.transaction().execute(async (trx) => {
        // Gives the transaction its number, so that numbers and commits have different orders.
        await sql`select pg_current_xact_id()`.execute(trx)
        await bus.publish(trx, eventOf(id))
        await sleep(randomInt(20))
        if (!isKept) throw new Error('rolled back')
      })
      await work.then(
        () => committed.push(id),
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, series) => commitSome(series + 1)))
  const sorted = committed.toSorted((one, other) => one - other)
  for (const { received } of buses) {
    await expect.poll(() => received.ids.length).toBeGreaterThanOrEqual(sorted.length)
    received.ids.sort((one, other) => one - other)
  }
  await expectIds(
    buses.map(({ received }) => received),
    sorted,
  )
})

test('delivers the event of a process that is killed between its commit and its wake-up', async () => {
  const { received } = await startBus()
  const fileOf = (name: string) => JSON.stringify(new URL(`../db/${name}.ts`, import.meta.url).href)
  const code = `
    const { connect } = await import(${fileOf('connect')})
    const { writeAtCommit } = await import(${fileOf('outbox-writer')})
    const [url, payload] = process.argv.slice(1)
    const die = () => process.kill(process.pid, 'SIGKILL')
    await connect(url, { max: 1 }).transaction().execute((trx) => writeAtCommit(trx, payload, die))`
  const program = startProgram(['--input-type=module', '--eval', code, url, JSON.stringify(eventOf(20))])
  expect(await program.ended(), program.output()).toBe(null)
  await expectIds([received], [20])
})

test('starts anew with a gap when its connection is cut, and goes on', async () => {
  const { received } = await startBus()
  const { write } = await openClient()
  await publish(30)
  await expect.poll(() => received.ids).toEqual([30])
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ctx.superuser)
  const database = sql.id(rows[0]?.name ?? '')
  await sql`revoke connect on database ${database} from public, quincena_server`.execute(ctx.superuser)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'quincena events'`.execute(ctx.superuser)
  const listening = sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'quincena events'`
  await expect.poll(async () => (await listening.execute(ctx.superuser)).rows).toEqual([])
  // Nothing is known of what happened without a connection: the browsers load anew.
  await write(31)
  expect(received).toEqual({ ids: [30], gaps: 0 })
  await sql`grant connect on database ${database} to quincena_server`.execute(ctx.superuser)
  await expect.poll(() => received.gaps).toBe(1)
  await expectIds([received], [30])
  expect(received.gaps).toBe(1)
})

test('drops what it cannot read in a row and delivers the rest of it', async () => {
  const { received } = await startBus()
  const { client } = await openClient()
  await client.query(`insert into event_outbox (payloads) values ($1), ('{{a,b},{c,d}}'), ('{}')`, [
    [null, JSON.stringify(eventOf(40)), 'null'],
  ])
  // A number that no transaction has reached yet; rows get theirs from the database.
  await client.query("insert into event_outbox (xact, payloads) values ('9000000000000000000', $1)", [
    [JSON.stringify(eventOf(41))],
  ])
  await expectIds([received], [40])
})

test('deletes old rows, and none that was not to be read yet', async () => {
  const { received } = await startBus({ poll_ms: 20, gap_ms: 10, keep_ms: 50 })
  const { client, write } = await openClient()
  const { rows } = await client.query('select pg_current_xact_id() as first')
  const isDeleted = async (id: number) => {
    const found = await sql`select from event_outbox, unnest(payloads) as payload
      where xact > ${rows[0].first}::xid8 and (payload::json ->> 'id')::int = ${id}`.execute(ctx.deps.db)
    return found.rows.length === 0
  }
  await client.query('begin')
  await write(50)
  for (const id of [51, 52]) {
    await publish(id)
    await expect.poll(() => received.ids).toContain(id)
    await expect.poll(() => isDeleted(id)).toBe(true)
  }
  await client.query('commit')
  await expect.poll(() => received.ids).toEqual([51, 52, 50])
  await expect.poll(() => isDeleted(50)).toBe(true)
})

test('reads new rows by the index of a full table', async () => {
  const { client } = await openClient()
  await client.query(`insert into event_outbox (xact, payloads)
    select (number::text)::xid8, '{}' from generate_series(1, 30000) as number`)
  const position = (await client.query('select pg_current_snapshot()::text as now')).rows[0].now
  const planOf = async () =>
    (await client.query(`explain ${newRows}`, [position])).rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(await planOf()).not.toContain('Seq Scan')
  await sql`analyze event_outbox`.execute(ctx.superuser)
  expect(await planOf()).not.toContain('Seq Scan')
  await sql`delete from event_outbox`.execute(ctx.superuser)
})

test('refuses an event in a transaction whose commit would not write it', async () => {
  const other = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  })
  endings.push(() => other.destroy())
  const work = other.transaction().execute((trx) => ctx.deps.events.publish(trx, eventOf(60)))
  await expect(work).rejects.toThrow('events need a transaction of connect()')
})
