import { fileURLToPath } from 'node:url'
import type { AuditAction } from '@quincena/domain/audit/words'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../../test/context.ts'
import { makeStaff } from '../../../../test/factories.ts'
import { startProgram } from '../../../../test/program.ts'
import { beginAuditKeys } from '../commands/begin-keys.ts'
import { chainAudit } from '../commands/chain-audit.ts'
import { keepChainCheck } from '../commands/check-audit.ts'
import { writeAudit } from '../commands/write-audit.ts'
import { readChainCheck } from '../queries/chain.ts'
import { firstHash, headKey, plainLinkHash } from '../rules.ts'
import { checkAudit } from './audit.ts'

const write = (ctx: TestContext, action: AuditAction = 'company.created') =>
  ctx.deps.db
    .transaction()
    .execute((trx) => writeAudit(ctx.deps, trx, { context: null, action, subject: ['company', 7] }))

/** A context with `count` chained rows, and the id of the third. */
async function begin(count = 30) {
  const ctx = await createTestContext()
  await makeStaff(ctx, 'U0')
  await chainAudit(ctx.deps)
  for (let number = 0; number < count; number += 1) await write(ctx)
  await chainAudit(ctx.deps)
  const { rows } = await sql<{ id: number }>`select id from audit order by id`.execute(ctx.superuser)
  const ids = rows.map(({ id }) => id)
  return { ctx, ids, third: ids[2] ?? 0, last: ids.at(-1) ?? 0 }
}

/** Changes what it likes, as the database's superuser can: no trigger, foreign key or right stops it. */
async function tamper(ctx: TestContext, ...changes: RawBuilder<unknown>[]) {
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const change of changes) await change.execute(trx)
  })
}

/** The lines and the exit code of `npm run audit:verify`. */
async function verify(ctx: TestContext, AUDIT_KEY: string = ctx.deps.secrets.audit_keys[0]) {
  const program = fileURLToPath(new URL('../../../cli/audit-verify.ts', import.meta.url))
  const { database_url: DATABASE_URL = '', data_dir: DATA_DIR } = ctx.deps.env
  const command = startProgram([program], { DATABASE_URL, DATA_DIR, AUDIT_KEY })
  const code = await command.ended()
  return { code, lines: command.output().trim().split('\n') }
}

async function findingsOf(ctx: TestContext) {
  const texts: string[] = []
  await checkAudit(ctx.deps, ({ text }) => texts.push(text))
  return texts
}

test('an untouched trail is intact; a row that waits for its link is no finding', async () => {
  const { ctx, ids } = await begin()
  expect(await verify(ctx)).toEqual({ code: 0, lines: [`${ids.length} rows: intact`] })
  await write(ctx)
  expect(await findingsOf(ctx)).toEqual([])
})

test('names a row that a superuser changed, and whose plain hashes they computed again', async () => {
  const { ctx, third } = await begin()
  await tamper(ctx, sql`update audit set action = 'company.deleted' where id = ${third}`)
  const { code, lines } = await verify(ctx)
  expect(code).toBe(1)
  expect(lines[0]).toMatch(
    new RegExp(`^changed: row ${third} \\(company.deleted, 2026-11-20T16:00:00.000Z\\)$`),
  )
  expect(lines[1]).toMatch(/: 1 finding$/)
  const [row] = (
    await sql<{
      previous_hash: Buffer
    }>`select previous_hash from audit_chain where audit_id = ${third}`.execute(ctx.superuser)
  ).rows
  const hash = plainLinkHash(row?.previous_hash ?? firstHash, { id: third, content: '[]' })
  await tamper(ctx, sql`update audit_chain set hash = ${hash} where audit_id = ${third}`)
  expect(await findingsOf(ctx)).toEqual([
    expect.stringMatching(`^changed: row ${third} `),
    expect.stringMatching(`^removed: the chain between row ${third} and row `),
  ])
})

test('names the newest rows that a superuser removed with their links, also after new ones came', async () => {
  const { ctx, ids, last } = await begin()
  await tamper(
    ctx,
    sql`delete from audit_chain where audit_id > ${last - 20}::bigint`,
    sql`delete from audit where id > ${last - 20}::bigint`,
  )
  const end = `the chain of 2026-11-20 reached number ${ids.length}, row ${last}, as the file storage knows`
  expect(await verify(ctx)).toEqual({
    code: 1,
    lines: [`removed: the newest 20 rows; ${end}`, `${ids.length - 20} rows: 1 finding`],
  })
  for (let number = 0; number < 25; number += 1) await write(ctx)
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([`removed: rows; ${end}`])
})

test('names a row that was removed from the middle, with and without its link', async () => {
  const { ctx, third, ids } = await begin()
  await tamper(ctx, sql`delete from audit where id = ${third}`)
  expect(await findingsOf(ctx)).toEqual([`removed: row ${third}, number 3 of the chain`])
  await tamper(ctx, sql`delete from audit_chain where audit_id = ${third}`)
  expect(await findingsOf(ctx)).toEqual([`removed: the chain between row ${ids[1]} and row ${ids[3]}`])
})

test('names a back-dated row that the server’s own job chained, and one that copies another’s HMAC', async () => {
  const { ctx, third, last } = await begin()
  const add = (id: number, from: number) =>
    sql`insert into audit (id, actor_id, action, subject, subject_id, created_at, hmac)
      select ${id}::bigint, actor_id, action, subject, subject_id, created_at - interval '30 days', hmac
      from audit where id = ${from}`
  await tamper(ctx, add(last + 500, third))
  expect(await findingsOf(ctx)).toEqual([
    `added: row ${last + 500} (company.created, 2026-10-21T16:00:00.000Z), not written by the server`,
  ])
  await chainAudit(ctx.deps)
  const { code, lines } = await verify(ctx)
  expect(code).toBe(1)
  expect(lines[0]).toBe(
    `added: row ${last + 500} (company.created, 2026-10-21T16:00:00.000Z), not written by the server`,
  )
})

test('the server’s user can add a row, but not one that verifies; the nightly check keeps and logs what it found', async () => {
  const { ctx, last } = await begin()
  await sql`insert into audit (action, subject, created_at) values ('user.deleted', 'user', now())`.execute(
    ctx.deps.db,
  )
  await chainAudit(ctx.deps)
  const logged: unknown[] = []
  const log = { ...ctx.deps.log, error: (...line: unknown[]) => logged.push(...line) }
  await keepChainCheck({ ...ctx.deps, log })
  expect(await readChainCheck(ctx.deps.db)).toMatchObject({ broken_audit_id: last + 1, broken_kind: 'added' })
  expect(logged).toEqual([expect.stringMatching(`^audit trail: added: row ${last + 1} \\(user.deleted`)])
})

test('names a head in the storage that has no valid signature', async () => {
  const { ctx } = await begin()
  const key = headKey('2026-11-20')
  const kept = JSON.parse(Buffer.from(await ctx.deps.storage.get(key)).toString())
  await ctx.deps.storage.put(key, Buffer.from(JSON.stringify({ ...kept, position: 1 })), 'application/json')
  expect(await findingsOf(ctx)).toEqual([`changed: ${key} in the file storage`])
  // The job does not cover it up.
  await write(ctx)
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([`changed: ${key} in the file storage`])
})

test('a new key writes and the former one still verifies; without it, everything was written by somebody else', async () => {
  const { ctx, ids } = await begin(3)
  const [former] = ctx.deps.secrets.audit_keys
  const fresh = 'another key of the audit trail of 32 or more'
  const deps = { ...ctx.deps, secrets: { ...ctx.deps.secrets, audit_keys: [fresh, former] as const } }
  await ctx.deps.db
    .transaction()
    .execute((trx) =>
      writeAudit(deps, trx, { context: null, action: 'company.updated', subject: ['company', 7] }),
    )
  await chainAudit(deps)
  expect(await verify(ctx, `${fresh},${former}`)).toEqual({
    code: 0,
    lines: [`${ids.length + 1} rows: intact`],
  })
  const { code, lines } = await verify(ctx, fresh)
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('changed: row '))).toHaveLength(ids.length)
})

test('rows from before the key are kept as they were when it began', async () => {
  const ctx = await createTestContext()
  for (let number = 0; number < 3; number += 1)
    await sql`insert into audit (action, subject, created_at) values ('company.created', 'company', now())`.execute(
      ctx.superuser,
    )
  const { rows } = await sql<{
    id: number
    content: string
  }>`select id, jsonb_build_array(actor_id, action, subject,
    subject_id, before, after, host(ip), extract(epoch from created_at))::text as content from audit order by id`.execute(
    ctx.superuser,
  )
  let previous_hash: Buffer = firstHash
  for (const row of rows) {
    const hash = plainLinkHash(previous_hash, row)
    await sql`insert into audit_chain (audit_id, previous_hash, hash)
      values (${row.id}, ${previous_hash}, ${hash})`.execute(ctx.superuser)
    previous_hash = hash
  }
  await beginAuditKeys(ctx.deps)
  await beginAuditKeys(ctx.deps)
  await write(ctx)
  await chainAudit(ctx.deps)
  expect(await findingsOf(ctx)).toEqual([])

  const second = rows[1]?.id ?? 0
  await tamper(ctx, sql`update audit set action = 'company.deleted' where id = ${second}`)
  expect(await findingsOf(ctx)).toEqual([expect.stringMatching(`^changed: row ${second} `)])
})
