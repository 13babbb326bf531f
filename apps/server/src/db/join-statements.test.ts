import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { connect } from './connect.ts'
import { inOneMessage, insertLater, readTogether, writeLater } from './outbox-writer.ts'
import type { Database, Trx } from './types.ts'

const database = `t_${randomBytes(6).toString('hex')}`
const prefix = inject('databases').url
let admin: Kysely<Database>
let db: Kysely<Database>

beforeAll(async () => {
  admin = connect(`${prefix}postgres`, { max: 1 })
  await sql.raw(`create database ${database}`).execute(admin)
  db = connect(`${prefix}${database}`, { max: 1 })
  await sql`create table pair (id int primary key constraint pair_small check (id < 100), name text)`.execute(
    db,
  )
})

afterAll(async () => {
  await db.destroy()
  await sql.raw(`drop database ${database}`).execute(admin)
  await admin.destroy()
})

beforeEach(() => sql`truncate pair`.execute(db))

const insert = (id: number, name: unknown = 'new') => sql`insert into pair values (${id}, ${name})`
const ids = sql<{ id: number }>`select id from pair order by id`
const run = <Result>(work: (trx: Trx) => Promise<Result>) => db.transaction().execute(work)
const stored = async () => (await ids.execute(db)).rows.map(({ id }) => id)

/** How many messages the work sends to the database. */
async function countMessages(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

test('statements of one message run in order, and each sees what the one before it wrote', async () => {
  const work = (trx: Trx) =>
    inOneMessage(trx, (send) =>
      Promise.all([
        send(insert(1)),
        send(ids),
        send(insert(2)),
        send(ids),
        send(sql`select 5::bigint as n, timestamptz '2026-11-20 16:00+00' as at, null as nothing`),
      ]),
    )
  const messages = await countMessages(async () => {
    const [, one, , both, values] = await run(work)
    expect(one).toEqual([{ id: 1 }])
    expect(both).toEqual([{ id: 1 }, { id: 2 }])
    expect(values).toEqual([{ n: 5, at: '2026-11-20T16:00:00.000Z', nothing: null }])
  })
  // The one with `begin`, and the commit.
  expect(messages).toBe(2)
})

const readIds = async (trx: Trx) => (await ids.execute(trx)).rows.map(({ id }) => id)

test('reads that run together send their first statements in one message, and go on as one transaction', async () => {
  const messages = await countMessages(() =>
    run(async (trx) => {
      await writeLater(trx, insert(1))
      const twice = async (joined: Trx) => [await readIds(joined), await readIds(joined)]
      expect(await readTogether(trx, [readIds, twice, readIds])).toEqual([[1], [[1], [1]], [1]])
      await insert(2).execute(trx)
    }),
  )
  // The first statements with `begin`, the second one of `twice`, the insert, and the commit.
  expect(messages).toBe(4)
  expect(await stored()).toEqual([1, 2])
})

test('reads that run together all end before the first error ends the transaction', async () => {
  const fail = (joined: Trx) => insert(100).execute(joined)
  const refuse = () => Promise.reject(new Error('refused'))
  let ended = false
  const slow = async (joined: Trx) => {
    for (let turn = 0; turn < 3; turn += 1) await readIds(joined)
    ended = true
  }
  await expect(run((trx) => readTogether(trx, [slow, refuse]))).rejects.toThrow('refused')
  expect(ended).toBe(true)
  await expect(run((trx) => readTogether(trx, [slow, fail, slow]))).rejects.toMatchObject({ code: '23514' })
  expect(await stored()).toEqual([])
})

test('a row that is written later is there after the next statement, not before', async () => {
  await run(async (trx) => {
    const written = await insertLater(trx, sql<{ name: string }>`${insert(7)} returning name`)
    expect(written).toThrow('not written yet')
    expect(await readIds(trx)).toEqual([7])
    expect(written()).toEqual({ name: 'new' })
  })
  const failing = run(async (trx) => {
    await insertLater(trx, insert(100))
    await readIds(trx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23514' })
  expect(await stored()).toEqual([7])
})

test('a failed statement of a message rejects the later ones, which do not run, and the next message is answered', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const failing = run((trx) =>
      inOneMessage(trx, (send) => Promise.all([send(insert(1)), send(insert(100)), send(insert(3))])),
    )
    await expect(failing).rejects.toMatchObject({ code: '23514', constraint: 'pair_small' })
    expect(await stored()).toEqual([])
    await run((trx) => inOneMessage(trx, (send) => Promise.all([send(insert(3)), send(insert(4))])))
    expect(await stored()).toEqual([3, 4])
    await sql`truncate pair`.execute(db)
  }
})

test('a value that cannot be sent fails its statement, and no later one runs', async () => {
  const endless: { self?: object } = {}
  endless.self = endless
  const failing = run(async (trx) => {
    await writeLater(trx, insert(1))
    await writeLater(trx, insert(2, endless))
    await writeLater(trx, insert(3))
  })
  await expect(failing).rejects.toThrow('circular')
  expect(await stored()).toEqual([])
})

test('a write that waits is sent with the next statement, which sees it, or with the commit', async () => {
  const messages = await countMessages(() =>
    run(async (trx) => {
      await writeLater(trx, insert(1))
      await writeLater(trx, insert(2))
      expect((await ids.execute(trx)).rows).toEqual([{ id: 1 }, { id: 2 }])
      await writeLater(trx, insert(3))
    }),
  )
  expect(messages).toBe(2)
  expect(await stored()).toEqual([1, 2, 3])
})

test('a write that waits and fails at the commit undoes the transaction', async () => {
  const failing = run(async (trx) => {
    await sql`insert into pair values (1)`.execute(trx)
    await writeLater(trx, insert(100))
  })
  await expect(failing).rejects.toMatchObject({ constraint: 'pair_small' })
  expect(await stored()).toEqual([])
})

test('a write that waits and cannot be sent undoes the transaction, also if its error was handled', async () => {
  const endless: { self?: object } = {}
  endless.self = endless
  const failing = run(async (trx) => {
    await insert(1).execute(trx)
    await writeLater(trx, insert(2, endless))
    await expect(ids.execute(trx)).rejects.toThrow('circular')
    await insert(3).execute(trx)
  })
  await expect(failing).rejects.toThrow('circular')
  expect(await stored()).toEqual([])
})

test('a write that waits is not sent when the command fails', async () => {
  const failing = run(async (trx) => {
    await writeLater(trx, insert(1))
    throw new Error('refused')
  })
  expect(await countMessages(() => expect(failing).rejects.toThrow('refused'))).toBe(0)
  expect(await stored()).toEqual([])
})

test('a transaction without a statement sends nothing', async () => {
  expect(await countMessages(() => run(async () => undefined))).toBe(0)
})

test('several statements in one text may be the first of a transaction', async () => {
  await run(async (trx) => {
    await writeLater(trx, insert(1))
    await sql`insert into pair values (2); insert into pair values (3)`.execute(trx)
  })
  expect(await stored()).toEqual([1, 2, 3])
})

test('after a migration a message with a prepared statement fails once, and then reads the new column', async () => {
  const read = () =>
    run((trx) =>
      inOneMessage(trx, (send) => Promise.all([send(insert(1)), send(sql`select pair.* from pair`)])),
    )
  for (let turn = 0; turn < 4; turn += 1) {
    await read()
    await sql`truncate pair`.execute(db)
  }
  await sql`alter table pair add column age int default 7`.execute(db)
  await expect(read()).rejects.toThrow('cached plan')
  expect(await stored()).toEqual([])
  expect((await read())[1]).toEqual([{ id: 1, name: 'new', age: 7 }])
})

test('a pool without names sends messages too', async () => {
  const plain = connect(`${prefix}${database}`, { max: 1, names_statements: false })
  for (let id = 1; id < 6; id += 1)
    await plain.transaction().execute(async (trx) => {
      await writeLater(trx, sql`insert into pair (id) values (${id})`)
      await sql`select 1`.execute(trx)
    })
  expect(await stored()).toEqual([1, 2, 3, 4, 5])
  await plain.destroy()
})
