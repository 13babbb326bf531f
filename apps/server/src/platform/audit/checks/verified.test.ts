import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../../test/context.ts'
import { beginAuditKeys } from '../commands/begin-keys.ts'
import { chainAudit } from '../commands/chain-audit.ts'
import { keepChainCheck } from '../commands/check-audit.ts'
import { writeAudit } from '../commands/write-audit.ts'
import { readChainCheck } from '../queries/chain.ts'
import { latestHeadKey, verifiedKey } from '../rules.ts'

async function writeRows(ctx: TestContext, count: number) {
  for (let number = 0; number < count; number += 1)
    await ctx.deps.db
      .transaction()
      .execute((trx) =>
        writeAudit(ctx.deps, trx, { context: null, action: 'company.created', subject: ['company', 7] }),
      )
  await chainAudit(ctx.deps)
}

/** The nightly check, or a whole one; returns what it stored and what it logged. */
async function check(ctx: TestContext, options?: { whole: boolean }) {
  const logged: unknown[] = []
  const log = { ...ctx.deps.log, error: (line: unknown) => logged.push(line) }
  await keepChainCheck({ ...ctx.deps, log }, options)
  const { checked, broken_kind } = await readChainCheck(ctx.deps.db)
  return { checked, broken_kind, logged }
}

/** A trail of 7 rows that a check passed, with 3 later ones on the next day. */
async function startVerified() {
  const ctx = await createTestContext()
  await beginAuditKeys(ctx.deps)
  await writeRows(ctx, 5)
  expect(await check(ctx)).toEqual({ checked: 7, broken_kind: null, logged: [] })
  ctx.setNow('2026-11-21T16:00:00Z')
  await writeRows(ctx, 3)
  return ctx
}

/** As the database's superuser can: no trigger, foreign key or right stops it. */
async function tamper(ctx: TestContext, change: RawBuilder<unknown>) {
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await change.execute(trx)
  })
}

const keptBytes = async (ctx: TestContext, key: string = verifiedKey) =>
  Buffer.from(await ctx.deps.storage.get(key)).toString()

const keep = (ctx: TestContext, text: string) =>
  ctx.deps.storage.put(verifiedKey, Buffer.from(text), 'application/json')

const ofRow = (position: number) =>
  sql`(select audit_id from audit_chain where position = ${position}::bigint)`

const changeRow = (position: number) =>
  sql`update audit set action = 'company.deleted' where id = ${ofRow(position)}`

const changed = expect.stringMatching(/^audit trail: changed: row \d+ \(company.deleted/)
const intact = { checked: 10, broken_kind: null, logged: [] }

test('goes on where the last check ended, and finds what was changed after it', async () => {
  const ctx = await startVerified()
  expect(await check(ctx)).toEqual(intact)
  expect(JSON.parse(await keptBytes(ctx))).toMatchObject({ position: 10, links: 10 })
  await writeRows(ctx, 2)
  await tamper(ctx, changeRow(12))
  expect(await check(ctx)).toMatchObject({ broken_kind: 'changed', logged: [changed] })
})

test.each([
  ['on request', { whole: true }, '2026-11-21T16:00:00Z'],
  ['after a week', undefined, '2026-11-27T09:50:00Z'],
])(
  'a row of the passed part that was changed is found %s, and from then on every night',
  async (_, options, at) => {
    const ctx = await startVerified()
    await tamper(ctx, changeRow(4))
    // It does not read rows again that it passed in this week.
    expect(await check(ctx)).toEqual(intact)
    ctx.setNow(at)
    expect(await check(ctx, options)).toMatchObject({ broken_kind: 'changed', logged: [changed] })
    expect(await check(ctx)).toMatchObject({ broken_kind: 'changed', logged: [changed] })
    // Also if somebody overwrites the result in the database.
    await ctx.deps.db.deleteFrom('audit_check').execute()
    expect(await check(ctx)).toMatchObject({ broken_kind: 'changed', logged: [changed] })
  },
)

test.each([
  ['row', sql`delete from audit where id = ${ofRow(4)}`, 'removed: row'],
  ['link', sql`delete from audit_chain where position = 4`, 'removed: the chain between row'],
  [
    'last link',
    sql`update audit_chain set hash = previous_hash where position = 7`,
    'changed: the link of row',
  ],
  [
    'row that says since when rows are signed',
    sql`delete from audit where action = 'audit.keyed'`,
    'removed: row',
  ],
])('a %s of the passed part that is missing or changed is found the next night', async (_, change, text) => {
  const ctx = await startVerified()
  await tamper(ctx, change)
  const { logged } = await check(ctx)
  expect(logged).toContainEqual(expect.stringContaining(`audit trail: ${text}`))
})

test('a mark that was moved, or made of the signed head of the chain, is named, and the whole trail is read', async () => {
  const ctx = await startVerified()
  await tamper(ctx, changeRow(4))
  const kept = JSON.parse(await keptBytes(ctx))
  const head = JSON.parse(await keptBytes(ctx, latestHeadKey))
  const moved = 'audit trail: changed: audit/verified.json in the file storage'
  for (const forged of [
    { ...kept, position: 8 },
    { ...kept, whole_at: '2027-11-20T16:00:00Z' },
    { ...kept, ...head, links: 10 },
    { ...head, links: 10, whole_at: kept.whole_at },
  ]) {
    await keep(ctx, JSON.stringify(forged))
    expect((await check(ctx)).logged).toEqual([changed, moved])
  }
})

test('without the mark the whole trail is read', async () => {
  const ctx = await startVerified()
  await ctx.deps.storage.remove(verifiedKey)
  await tamper(ctx, changeRow(4))
  expect((await check(ctx)).logged).toEqual([changed])
})
