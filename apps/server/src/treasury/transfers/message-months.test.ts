import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { grantRights, roleNames } from '../../db/roles.ts'
import type { Db } from '../../db/types.ts'
import { keepMessageMonths } from './commands/keep-message-months.ts'
import { listMessages } from './queries/messages.ts'

let ctx: TestContext
const databases = inject('databases')
const former = `t_months_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  ctx = await createTestContext()
  await sql`create database ${sql.id(former)} owner ${sql.id(roleNames.owner)}`.execute(ctx.superuser)
})
afterAll(async () => {
  await sql`drop database ${sql.id(former)} with (force)`.execute(ctx.superuser)
})

/** The messages of each month's table. */
async function monthsOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (select count(*) from stp_message where tableoid = part.oid) as count
    from pg_inherits join pg_class as part on part.oid = inhrelid
    where inhparent = 'stp_message'::regclass order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name.replace('stp_message_', ''), count]))
}

const insertMessages = (db: Db, instants: readonly string[], transfer_id: number | null = null) =>
  db
    .insertInto('stp_message')
    .values(
      instants.map((received_at) => ({
        ...{ kind: 'order_state' as const, body: '{"estado":"LQ"}', ip: '10.1.2.3', outcome: 'settled' },
        ...{ transfer_id, received_at },
      })),
    )
    .execute()

/** An order without the loan that it pays. */
async function insertOrder(superuser: Db, id: number) {
  await sql`set session_replication_role = replica`.execute(superuser)
  await sql`
    insert into transfer (id, purpose, loan_id, worker_id, attempt, status, tracking_key, numeric_reference, amount_cents,
      operation_date, payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary,
      rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer,
      created_at, updated_at) overriding system value
    values (${id}, 'payout', 1, 1, 1, 'pending', 'QNC00000007', 7, 100, '2024-03-31', 'Pago', 'Rosa', '012345678901234567', 40,
      'ND', '40012', '90646', 'Quincena', '646180000000000007', 'ND', now(), now())`.execute(superuser)
}

const count = async (db: Db) =>
  (await sql<{ count: number }>`select count(*) as count from stp_message`.execute(db)).rows[0]?.count

const keep = (at: string) => keepMessageMonths({ ...ctx.deps, clock: () => Temporal.Instant.from(at) })

test('the migration keeps every message with its id, the next id, and the names of constraints and indexes', async () => {
  const owner = connect(`${databases.owner_url}${former}`, { max: 2 })
  const superuser = connect(`${databases.url}${former}`, { max: 1 })
  try {
    await sql`create extension if not exists pg_trgm`.execute(superuser)
    await sql`create extension if not exists unaccent`.execute(superuser)
    await migrate(owner, '107_replica_and_failover.sql')
    await insertOrder(superuser, 7)
    const instants = ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00Z', '2026-11-20T16:00:00Z']
    await insertMessages(owner, instants)
    await insertMessages(owner, ['2024-03-31T12:00:00.123456Z'], 7)
    await sql`delete from stp_message where received_at = '2024-03-01'`.execute(owner)
    const read = () =>
      sql`select whole::text as row from stp_message as whole order by id`
        .execute(owner)
        .then(({ rows }) => rows)
    const names = () =>
      sql`select conname as name from pg_constraint where conrelid = 'stp_message'::regclass and contype <> 'n'
        union select indexrelid::regclass::text from pg_index where indrelid = 'stp_message'::regclass order by 1`
        .execute(owner)
        .then(({ rows }) => rows)
    const before = { rows: await read(), names: await names() }
    expect(before.rows).toHaveLength(3)

    await migrate(owner)
    expect({ rows: await read(), names: await names() }).toEqual(before)
    expect(await monthsOf(owner)).toMatchObject({ '2024_02': 1, '2024_03': 1, '2026_11': 1, rest: 0 })
    await grantRights(owner, roleNames.server)
    const server = connect(`${databases.server_url}${former}`, { max: 1 })
    await insertMessages(server, ['2024-03-15T12:00:00Z'])
    const { rows } = await sql`select id from stp_message order by id desc limit 1`.execute(server)
    await server.destroy()
    expect(rows).toEqual([{ id: 5 }])
    const unknown = insertMessages(owner, ['2024-03-15T12:00:00Z'], 8)
    await expect(unknown).rejects.toThrow('stp_message_transfer_id_fkey')
  } finally {
    await owner.destroy()
    await superuser.destroy()
  }
})

test('messages of months without a table are kept among the rest, and move when the server makes the months', async () => {
  const { db, superuser } = { ...ctx.deps, superuser: ctx.superuser }
  const total = await count(db)
  await insertMessages(db, ['2031-01-31T23:00:00Z', '2031-02-01T00:00:00Z', '2019-07-02T00:00:00Z'])
  expect((await monthsOf(superuser)).rest).toBeGreaterThanOrEqual(3)
  expect(await keep('2031-05-31T23:00:00Z')).toBe(0)
  const months = await monthsOf(superuser)
  expect(months).toMatchObject({ '2031_01': 1, '2031_02': 1, '2019_07': 1, rest: 0 })
  expect(Object.keys(months)).toEqual(expect.arrayContaining(['2031_05', '2031_06', '2031_07', '2031_08']))
  expect(Object.keys(months)).not.toContain('2031_09')
  expect(await count(db)).toBe((total ?? 0) + 3)
  // A month that was made later has the indexes and foreign keys of the whole table.
  const { rows } = await sql`
    select whole.relname as name from pg_index
    join pg_inherits on inhrelid = indexrelid join pg_class as whole on whole.oid = inhparent
    where indrelid = 'months.stp_message_2031_08'::regclass order by 1`.execute(superuser)
  const names = ['stp_message_pkey', 'stp_message_to_confirm', 'stp_message_transfer']
  expect(rows).toEqual(names.map((name) => ({ name })))
  await expect(insertMessages(db, ['2031-08-01T00:00:00Z'], 999_999)).rejects.toThrow('stp_message_transfer')
})

test('several processes make the months of one day once, and a second run changes nothing', async () => {
  await insertMessages(ctx.deps.db, ['2033-01-31T23:00:00Z'])
  const runs = await Promise.allSettled(Array.from({ length: 6 }, () => keep('2033-01-01T00:00:00Z')))
  // One that waits for the others for half a second gives up; the queue repeats its job.
  expect(runs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await keep('2033-01-01T00:00:00Z')).toBe(0)
  const months = await monthsOf(ctx.superuser)
  expect(months).toMatchObject({ '2033_01': 1, '2033_04': 0, rest: 0 })
  expect(await keep('2033-01-01T00:00:00Z')).toBe(0)
  expect(await monthsOf(ctx.superuser)).toEqual(months)
})

test('messages of a month that was taken out are accepted and reported', async () => {
  await insertMessages(ctx.deps.db, ['2034-01-05T00:00:00Z'])
  await keep('2034-01-01T00:00:00Z')
  await sql`alter table stp_message detach partition months.stp_message_2034_01`.execute(ctx.superuser)
  await insertMessages(ctx.deps.db, ['2034-01-06T00:00:00Z'])
  const errors: unknown[] = []
  const log = { ...ctx.deps.log, error: (line: unknown) => errors.push(line) }
  const clock = () => Temporal.Instant.from('2034-01-07T00:00:00Z')
  expect(await keepMessageMonths({ ...ctx.deps, log, clock })).toBe(1)
  expect(errors).toEqual([
    expect.stringMatching(/^1 messages of STP are of months whose table was taken out/),
  ])
  await sql`drop table months.stp_message_2034_01`.execute(ctx.superuser)
  expect(await keepMessageMonths({ ...ctx.deps, log, clock })).toBe(0)
  expect(errors).toHaveLength(1)
})

test('gives up while another transaction uses the orders, and leaves nothing half made', async () => {
  const months = await monthsOf(ctx.superuser)
  await ctx.deps.db.transaction().execute(async (trx) => {
    await sql`lock table transfer in row exclusive mode`.execute(trx)
    await expect(keep('2036-01-01T00:00:00Z')).rejects.toThrow('lock timeout')
  })
  expect(await monthsOf(ctx.superuser)).toEqual(months)
  expect(await keep('2036-01-01T00:00:00Z')).toBe(0)
  expect(await monthsOf(ctx.superuser)).toMatchObject({ '2036_01': 0 })
})

test('the server’s user reaches the months only through the whole table, and makes no other table', async () => {
  const { db } = ctx.deps
  await keep('2026-11-20T00:00:00Z')
  for (const statement of [
    'select from months.stp_message_2026_11',
    'delete from months.stp_message_rest',
    'drop table months.stp_message_2026_11',
    'create table months.mine (id int)',
    'alter table stp_message detach partition months.stp_message_2026_11',
    `select make_message_month('2026-11-20')`,
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner/)
  const { rows } = await sql`
    select proname as name, prosecdef as as_owner, has_function_privilege('public', oid, 'execute') as by_all
    from pg_proc where proname in ('keep_message_months', 'make_message_month') order by 1`.execute(db)
  expect(rows).toEqual([
    { name: 'keep_message_months', as_owner: true, by_all: false },
    { name: 'make_message_month', as_owner: false, by_all: false },
  ])
})

test('a list of an order’s messages has all of them, over months, newest first', async () => {
  const { order } = await makeActiveLoan(ctx)
  const at = (days: number) =>
    Temporal.Instant.from(order.created_at)
      .add({ hours: 24 * days })
      .toString()
  await keep(at(0))
  // Another server's clock may be behind.
  const instants = [at(-0.5), at(1), at(40), at(400)]
  await insertMessages(ctx.deps.db, instants, order.id)
  const page = { page: 1, page_size: 50 }
  const listed = await listMessages(ctx.deps.db, order.id, page)
  const times = listed.rows.map(({ received_at }) => Date.parse(received_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const instant of instants) expect(times).toContain(Date.parse(instant))
  expect(listed.count).toBe(listed.rows.length)
  const pages = [1, 2].map((number) =>
    listMessages(ctx.deps.db, order.id, { page: number, page_size: listed.count - 1 }),
  )
  const counts = (await Promise.all(pages)).map(({ count: all, rows }) => [all, rows.length])
  expect(counts).toEqual([
    [listed.count, listed.count - 1],
    [listed.count, 1],
  ])
})
