import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../../test/context.ts'
import { acceptTrail } from '../commands/accept-trail.ts'
import { beginAuditKeys } from '../commands/begin-keys.ts'
import { chainAllAudit, chainAudit } from '../commands/chain-audit.ts'
import { keepChainCheck } from '../commands/check-audit.ts'
import { writeAudit } from '../commands/write-audit.ts'
import { getHead } from '../queries/kept-heads.ts'
import { firstHash, headKey, latestHeadKey, plainLinkHash } from '../rules.ts'
import { checkAudit } from './audit.ts'

const write = (ctx: TestContext) =>
  ctx.deps.db
    .transaction()
    .execute((trx) =>
      writeAudit(ctx.deps, trx, { context: null, action: 'company.created', subject: ['company', 7] }),
    )

async function writeRows(ctx: TestContext, count: number) {
  for (let number = 0; number < count; number += 1) await write(ctx)
  await chainAudit(ctx.deps)
}

/** A fresh installation after its first start, with rows of two days. */
async function startFresh() {
  const ctx = await createTestContext()
  await beginAuditKeys(ctx.deps)
  await writeRows(ctx, 3)
  ctx.setNow('2026-11-21T16:00:00Z')
  await writeRows(ctx, 3)
  ctx.setNow('2026-11-21T16:11:00Z')
  return ctx
}

/** What the database's superuser can do: no trigger, foreign key or right stops it. */
async function tamper(ctx: TestContext, ...changes: RawBuilder<unknown>[]) {
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const change of changes) await change.execute(trx)
  })
}

const forge = (ctx: TestContext) =>
  sql`insert into audit (action, subject, created_at)
    values ('user.deleted', 'user', ${ctx.deps.clock().toString()})`.execute(ctx.deps.db)

async function findingsOf(ctx: TestContext) {
  const texts: string[] = []
  await checkAudit(ctx.deps, ({ text }) => texts.push(text))
  return texts
}

/** Rows and links after a number of the chain, deleted without a trace in the database. */
const cutAfter = (position: number) => [
  sql`delete from audit where id not in (select audit_id from audit_chain where position <= ${position}::bigint)`,
  sql`delete from audit_chain where position > ${position}::bigint`,
]

const added = expect.stringMatching(/^added: row -?\d+ \(user.deleted, .*\), not written by the server$/)

test('a restart does not approve a forged row, on a fresh installation and on one without the marks', async () => {
  const fresh = await startFresh()
  expect(await findingsOf(fresh)).toEqual([])
  await forge(fresh)
  await beginAuditKeys(fresh.deps)
  expect(await findingsOf(fresh)).toEqual([added])

  const earlier = await createTestContext()
  await writeRows(earlier, 3)
  await forge(earlier)
  await beginAuditKeys(earlier.deps)
  await beginAuditKeys(earlier.deps)
  expect(await findingsOf(earlier)).toEqual([added])
})

test('the marks are written once, also on an empty trail', async () => {
  const ctx = await createTestContext()
  await beginAuditKeys(ctx.deps)
  await beginAuditKeys(ctx.deps)
  const { rows } = await sql<{ action: string }>`select action from audit order by id`.execute(ctx.superuser)
  expect(rows).toEqual([{ action: 'audit.keyed' }, { action: 'audit.accepted' }])
})

/** An installation of the time before the key, upgraded; its ids have a gap. */
async function upgrade() {
  const ctx = await createTestContext()
  for (const id of [1, 2, 9])
    await sql`insert into audit (id, action, subject, created_at)
      values (${id}::bigint, 'company.created', 'company', now())`.execute(ctx.superuser)
  await sql`select setval('audit_id_seq', 9)`.execute(ctx.superuser)
  const { rows } = await sql<{ id: number; content: string }>`
    select id, jsonb_build_array(actor_id, action, subject, subject_id, before, after, host(ip),
      extract(epoch from created_at))::text as content from audit order by id limit 2`.execute(ctx.superuser)
  let previous_hash: Buffer = firstHash
  for (const row of rows) {
    const hash = plainLinkHash(previous_hash, row)
    await sql`insert into audit_chain (audit_id, previous_hash, hash)
      values (${row.id}, ${previous_hash}, ${hash})`.execute(ctx.superuser)
    previous_hash = hash
  }
  await beginAuditKeys(ctx.deps)
  await chainAudit(ctx.deps)
  return ctx
}

test.each([-5, 0, 4])('names the forged row %i of an upgraded trail, which the job chained', async (id) => {
  const ctx = await upgrade()
  expect(await findingsOf(ctx)).toEqual([])
  await tamper(
    ctx,
    sql`alter table audit drop constraint audit_id_range`,
    sql`insert into audit (id, action, subject, created_at)
      values (${id}::bigint, 'user.deleted', 'user', ${ctx.deps.clock().toString()})`,
  )
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([added])
})

test.each([0, -1, 2 ** 53])('refuses an audit row with the id %i', async (id) => {
  const ctx = await createTestContext()
  const insert = sql`insert into audit (id, action, subject, created_at)
    values (${id}::bigint, 'user.deleted', 'user', now())`
  await expect(insert.execute(ctx.deps.db)).rejects.toThrow('audit_id_range')
})

test('names a link with a number below the first one', async () => {
  const ctx = await startFresh()
  await forge(ctx)
  await tamper(
    ctx,
    sql`insert into audit_chain (position, audit_id, previous_hash, hash)
      select -3, max(id), ${firstHash}, ${firstHash} from audit`,
  )
  expect(await findingsOf(ctx)).toContainEqual(expect.stringMatching(/^changed: row \d+ \(user.deleted/))
})

test('names rows that wait for a link longer than 10 minutes, also those far behind the newest id', async () => {
  const ctx = await startFresh()
  await sql`insert into audit (id, action, subject, created_at)
    values (9000000000, 'user.deleted', 'user', ${ctx.deps.clock().toString()})`.execute(ctx.deps.db)
  await chainAudit(ctx.deps)
  await write(ctx)
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([added])
  await write(ctx)
  expect(await findingsOf(ctx)).toEqual([added])
  ctx.setNow('2026-11-21T16:22:00Z')
  expect(await findingsOf(ctx)).toEqual([
    added,
    expect.stringMatching(/^removed: the link of row \d+ \(company.created/),
  ])
  // Older than an hour: the timer leaves it to the next start or check.
  ctx.setNow('2026-11-21T18:00:00Z')
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toHaveLength(2)
  await chainAllAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([added])
})

test('logs an error if the lock of the chain cannot be had for a minute', async () => {
  const ctx = await startFresh()
  const lines: unknown[] = []
  const log = { ...ctx.deps.log, error: (...line: unknown[]) => lines.push(...line) }
  const holder = await ctx.superuser.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(7276001)`.execute(holder)
  await write(ctx)
  await chainAudit({ ...ctx.deps, log })
  expect(lines).toEqual([])
  ctx.setNow('2026-11-21T16:12:00Z')
  await chainAudit({ ...ctx.deps, log })
  expect(lines).toEqual(['the chain of the audit trail has waited for its lock for more than a minute'])
  await holder.rollback().execute()
})

test('names a trail that was deleted whole, also after a restart and new rows', async () => {
  const ctx = await startFresh()
  await tamper(ctx, sql`delete from audit_chain`, sql`delete from audit`)
  ctx.setNow('2026-11-22T16:00:00Z')
  const gone = [
    'removed: the newest 5 rows; the chain of 2026-11-20 reached number 5, row 5, as the file storage knows',
    'removed: the newest 8 rows; the chain of 2026-11-21 reached number 8, row 8, as the file storage knows',
  ]
  expect(await findingsOf(ctx)).toEqual(gone)
  await beginAuditKeys(ctx.deps)
  await writeRows(ctx, 12)
  ctx.setNow('2026-11-22T16:30:00Z')
  expect(await findingsOf(ctx)).toEqual([
    expect.stringMatching('^removed: rows; the chain of 2026-11-20 reached number 5'),
    expect.stringMatching('^removed: rows; the chain of 2026-11-21 reached number 8'),
  ])
})

test('names the newest rows that were removed together with the head of their day', async () => {
  const ctx = await startFresh()
  await tamper(ctx, ...cutAfter(5))
  await ctx.deps.storage.remove(headKey('2026-11-21'))
  expect(await findingsOf(ctx)).toEqual([
    'removed: the newest 3 rows; the chain of the newest head reached number 8, row 8, as the file storage knows',
  ])
})

test('names a head that is missing, and an older signed head in its place', async () => {
  const ctx = await startFresh()
  const { storage } = ctx.deps
  const [first, second] = [headKey('2026-11-20'), headKey('2026-11-21')]
  const older = await storage.get(first)
  await storage.put(second, older, 'application/json')
  await storage.put(latestHeadKey, older, 'application/json')
  expect(await findingsOf(ctx)).toEqual([
    `changed: ${second} in the file storage; it ends at number 5, the chain at 8`,
    `changed: ${latestHeadKey} in the file storage; it ends at number 5, the chain at 8`,
  ])
  for (const key of [first, second, latestHeadKey]) await storage.remove(key)
  const missing = [first, second, latestHeadKey].map((key) => `removed: ${key} in the file storage`)
  expect(await findingsOf(ctx)).toEqual(missing)
  // The job does not cover it up.
  await writeRows(ctx, 1)
  ctx.setNow('2026-11-21T16:30:00Z')
  expect(await findingsOf(ctx)).toEqual([missing[0], missing[2]])
})

test('checks the days after a lost head, too', async () => {
  const ctx = await startFresh()
  await tamper(ctx, ...cutAfter(4))
  ctx.setNow('2026-11-22T16:00:00Z')
  await writeRows(ctx, 6)
  ctx.setNow('2026-11-22T17:00:00Z')
  await tamper(ctx, ...cutAfter(8))
  expect(await findingsOf(ctx)).toEqual([
    expect.stringMatching('^removed: rows; the chain of 2026-11-20 reached number 5'),
    expect.stringMatching('^removed: rows; the chain of 2026-11-21 reached number 8'),
    expect.stringMatching('^removed: the newest 2 rows; the chain of 2026-11-22 reached number 10'),
  ])
})

test('after a restore is accepted, the storage protects the tail again', async () => {
  const ctx = await startFresh()
  await tamper(ctx, ...cutAfter(5))
  ctx.setNow('2026-11-21T17:00:00Z')
  expect(await findingsOf(ctx)).toHaveLength(1)
  await ctx.deps.db.transaction().execute((trx) => acceptTrail(ctx.deps, trx, { gives_up: true }))
  await writeRows(ctx, 4)
  expect(await findingsOf(ctx)).toEqual([])
  const { audit_keys } = ctx.deps.secrets
  expect(await getHead(ctx.deps.storage, audit_keys, latestHeadKey)).toMatchObject({ position: 10 })

  await tamper(ctx, ...cutAfter(8))
  expect(await findingsOf(ctx)).toEqual([
    expect.stringMatching('^removed: the newest 2 rows; the chain of 2026-11-21 reached number 10'),
  ])
})

test('a row that is chained after midnight belongs to the head of its own day', async () => {
  const ctx = await startFresh()
  ctx.setNow('2026-11-22T05:59:58Z')
  await write(ctx)
  ctx.setNow('2026-11-23T06:30:00Z')
  await keepChainCheck(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([])
  expect(await getHead(ctx.deps.storage, ctx.deps.secrets.audit_keys, headKey('2026-11-21'))).toMatchObject({
    position: 9,
  })
})

test('names a link whose hash was changed, beside an unchanged row', async () => {
  const ctx = await startFresh()
  await tamper(ctx, sql`update audit_chain set hash = ${firstHash} where position = 2`)
  expect(await findingsOf(ctx)).toEqual([
    expect.stringMatching(/^changed: the link of row 2 \(audit.accepted, .*\), number 2 of the chain$/),
    'removed: the chain between row 2 and row 3',
  ])
})

/** The function of a trigger that keeps rows from being written. */
const makeSwallow = sql`create function swallow() returns trigger language plpgsql as 'begin return null; end'`

test.each([
  ['trigger', 'create trigger quiet before insert on audit for each row execute function swallow()'],
  ['rule', 'create rule quiet as on insert to audit do instead nothing'],
])(
  'a command fails whose row a %s of the audit trail swallows, and the check names it',
  async (kind, make) => {
    const ctx = await startFresh()
    await makeSwallow.execute(ctx.superuser)
    await sql.raw(make).execute(ctx.superuser)
    await expect(write(ctx)).rejects.toThrow()
    expect(await findingsOf(ctx)).toEqual([`added: ${kind} quiet of audit`])
  },
)

test('names triggers of the trail that were disabled, replaced or removed, and a function that was changed', async () => {
  const ctx = await startFresh()
  const change = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(ctx.superuser)
    return findingsOf(ctx)
  }
  const alike = '"audit_append_only\n"'
  expect(
    await change(
      `create trigger ${alike} before insert on audit for each row execute function refuse_change()`,
    ),
  ).toEqual(['added: trigger "audit_append_only " of audit'])
  await change(`drop trigger ${alike} on audit`)
  const disabled = ['changed: trigger audit_append_only of audit']
  expect(await change('alter table audit disable trigger audit_append_only')).toEqual(disabled)
  expect(await change('alter table audit enable always trigger audit_append_only')).toEqual(disabled)
  expect(await change('alter table audit enable trigger audit_append_only')).toEqual([])
  const ofChain = 'audit_chain_append_only'
  const removed = await change(`drop trigger ${ofChain} on audit_chain`)
  expect(removed).toEqual([`removed: trigger ${ofChain} of audit_chain`])
  const half = `before delete on audit_chain for each row execute function refuse_change()`
  const replaced = await change(`create trigger ${ofChain} ${half}`)
  expect(replaced).toEqual([`changed: trigger ${ofChain} of audit_chain`])
  await change(
    `drop trigger ${ofChain} on audit_chain`,
    `create trigger ${ofChain} ${half.replace('delete', 'update or delete')}`,
  )
  expect(await findingsOf(ctx)).toEqual([])
  const body = 'begin return coalesce(new, old); end'
  const harmless = `create or replace function refuse_change() returns trigger language plpgsql as '${body}'`
  expect(await change(harmless)).toEqual([
    'changed: trigger audit_append_only of audit',
    'changed: trigger audit_no_truncate of audit',
    'changed: trigger audit_chain_append_only of audit_chain',
  ])
})
