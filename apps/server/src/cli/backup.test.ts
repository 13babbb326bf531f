import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeWorker } from '../../test/factories.ts'
import { acceptCall, lastOrder, makeActiveLoan, makeOffer, ordersAtStp } from '../../test/loans.ts'
import { contractOf } from '../../test/signed-contract.ts'
import { connect } from '../db/connect.ts'
import type { Db } from '../db/types.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { storeVoucher, voucherKey } from '../lending/vouchers/commands/store-voucher.ts'
import { writeBackup } from '../office/backups/commands/write-backup.ts'
import { findLastBackup } from '../office/backups/queries.ts'
import { listAllTables, listTables, tableOf } from '../office/backups/rules.ts'
import { checkAudit } from '../platform/audit/checks/audit.ts'
import { chainAudit } from '../platform/audit/commands/chain-audit.ts'
import { firstHeadKey, headKey, latestHeadKey, stampKeys } from '../platform/audit/rules.ts'
import { movementFileKey, storeFile } from '../treasury/cash-movements/commands/store-file.ts'
import { reconcileDay } from '../treasury/reconciliation/commands/reconcile-day.ts'
import { turnPayouts } from '../treasury/transfers/commands/pause-payouts.ts'
import { sendTransfer } from '../treasury/transfers/commands/send-transfer.ts'
import { getPayouts } from '../treasury/transfers/queries/payout-switch.ts'
import { findTransfer } from '../treasury/transfers/queries/transfers.ts'

let ctx: TestContext
let target: Db
let folder: string
const targetUrl = `${inject('databases').url}t_restored_${process.pid}`

beforeAll(async () => {
  ctx = await createTestContext()
  await sql`create database ${sql.id(`t_restored_${process.pid}`)}`.execute(ctx.superuser)
  target = connect(targetUrl, { max: 2 })
  folder = await mkdtemp(join(tmpdir(), 'quincena-restored-'))
})
afterAll(async () => {
  await target.destroy()
  await rm(folder, { recursive: true, force: true })
})

function run(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const command = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  return new Promise<{ code: number; output: string; problems: string }>((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, output, problems) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, problems })
    })
  })
}

/** The rows of all tables, without the pause of payouts that a restore sets, and without what it adds to the trail. */
async function contentsOf(db: Db) {
  const contents: Record<string, string[]> = {}
  for (const table of await listTables(db)) {
    if (table.name === 'audit_chain') continue
    const { rows } = await sql<{
      row: string
    }>`select whole::text as row from ${tableOf(table)} as whole order by 1`.execute(db)
    contents[table.name] = rows
      .map(({ row }) => row)
      .filter((row) => !/payouts.paused|audit.(keyed|accepted)/.test(row))
  }
  return contents
}

const caller = {
  ...{ user: { id: 0, user_type: 'U0' as const, company_id: null }, session_id: null },
  ...{ ip: '10.1.2.3', user_agent: null },
}

/** The names of the context's backups. */
async function listBackups(): Promise<string[]> {
  const backups = join(ctx.deps.env.data_dir, 'backups')
  return existsSync(backups) ? readdir(backups) : []
}

const restore = (from: string, AUDIT_KEY: string = ctx.deps.secrets.audit_keys[0]) =>
  run('restore', { DATABASE_URL: targetUrl, DATA_DIR: folder, AUDIT_KEY }, from)

test('restores a backup of a running server completely, only into an empty database, with payouts paused', async () => {
  const { env, db } = ctx.deps
  const { worker, loan } = await makeActiveLoan(ctx)
  const { storage_key } = await contractOf(ctx, loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF contract'), 'application/pdf')
  const { storage_key: absent } = await contractOf(ctx, (await makeActiveLoan(ctx)).loan.id)
  const first_name = 'Íñigo, "el \\N"\n\u2028(de) Ñu'
  await db.updateTable('app_user').set({ first_name }).where('id', '=', worker.id).execute()
  const removed = await db
    .insertInto('feedback')
    .values({ user_id: worker.id, level: 'low', message: 'x', created_at: '2026-11-20T16:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('feedback').where('id', '=', removed.id).execute()

  // One of a month with a table of its own, and one of the rest.
  const months = ['2026-11-20T16:00:00Z', '2019-01-05T00:00:00Z']
  const message = { kind: 'order_state' as const, body: '{}', ip: null, outcome: 'settled' }
  const messages = months.map((received_at) => ({ ...message, transfer_id: null, received_at }))
  await db.insertInto('stp_message').values(messages).execute()

  const offer = await makeOffer(ctx)
  // The acceptance is answered once the order was sent, below.
  const accepting = acceptCall(ctx, offer).then(() => undefined)
  const accepted = await contractOf(ctx, offer.loan.id)
  await ctx.deps.storage.put(accepted.storage_key, Buffer.from('%PDF accepted'), 'application/pdf')
  const { id: waiting } = await vi.waitFor(() => lastOrder(ctx, offer.loan.id), 10_000)

  const [backups_before, last_before] = [await listBackups(), await findLastBackup(db)]
  const made = await run('backup', { DATABASE_URL: env.database_url ?? '', DATA_DIR: env.data_dir })
  expect(made).toMatchObject({ code: 1, problems: `Not found: ${absent}\n` })
  expect(await findLastBackup(db)).toBe(last_before)
  const [backup = ''] = made.output.split('\n')
  expect(await listBackups()).toHaveLength(backups_before.length + 1)
  expect([
    (await stat(backup)).mode & 0o777,
    (await stat(join(backup, 'manifest.json'))).mode & 0o777,
  ]).toEqual([0o700, 0o600])

  const broken = join(folder, 'broken')
  await cp(backup, broken, { recursive: true })
  await appendFile(join(broken, 'public.loan.rows'), '"()"\n')
  expect(await restore(broken)).toMatchObject({
    code: 1,
    problems: 'public.loan.rows is not what was backed up.\n',
  })

  expect(await listAllTables(target)).toEqual([])
  await sql`create table elsewhere (id int)`.execute(target)
  const refused = await restore(backup)
  expect(refused.problems).toBe(
    'The database is not empty: public.elsewhere is not in the backup. Nothing was changed.\n',
  )
  expect(await listAllTables(target)).toEqual([{ schema: 'public', name: 'elsewhere' }])
  await sql`drop table elsewhere`.execute(target)

  expect(await run('restore', { DATABASE_URL: targetUrl, DATA_DIR: folder }, backup)).toMatchObject({
    ...{ code: 78, problems: 'AUDIT_KEY: is missing; set the one of the server\n' },
  })
  expect(await restore(backup, 'another key of the audit trail of 32 or more')).toMatchObject({
    ...{ code: 78, problems: 'AUDIT_KEY: did not sign this backup; set the former one\n' },
  })
  const restored = await restore(backup)
  expect(restored).toMatchObject({ code: 0, problems: '' })
  expect(restored.output).toMatch(
    /^Restored as of .*: \d+ rows, [1-9]\d* files\nPayouts are paused: .*\nThe ledger is balanced\.\n$/,
  )
  const contents = await contentsOf(target)
  expect(contents).toEqual(await contentsOf(db))
  expect(contents.stp_message?.length).toBeGreaterThanOrEqual(messages.length)
  expect(await readFile(join(folder, 'files', storage_key), 'utf8')).toBe('%PDF contract')
  const { rows } = await sql<{ next: number }>`select nextval('feedback_id_seq') as next`.execute(target)
  expect(rows[0]?.next).toBe(removed.id + 1)

  const trail: string[] = []
  const storage = await openStorage({ data_dir: folder, storage_url: undefined })
  await checkAudit({ ...ctx.deps, db: target, storage }, ({ text }) => trail.push(text))
  expect(trail).toEqual([])

  const again = await restore(backup)
  expect(again.code).toBe(1)
  expect(again.problems).toMatch(/^The database is not empty: /)

  // Now the first server goes on and sends the waiting order; the restored one knows nothing of it.
  await ctx.drain(['send-transfer'])
  await accepting
  expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  ctx.setNow('2026-11-23T16:00:00Z')
  const deps = { ...ctx.deps, db: target }
  await sendTransfer(deps, waiting)
  expect(await getPayouts(deps.db)).toMatchObject({ paused: true, by: null, waiting: 1 })
  expect((await getPayouts(deps.db)).reason).toMatch(/^Se restauró el respaldo del /)
  expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  // The reconciliation books the order; after that payouts can be resumed.
  expect(await reconcileDay(deps, '2026-11-20')).toBe(true)
  expect(await findTransfer(target, waiting)).toMatchObject({ status: 'sent' })
  await target
    .transaction()
    .execute((trx) => turnPayouts(deps, trx, { context: null, paused: false, reason: '' }))
  await sendTransfer(deps, waiting)
  expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
})

test('fails and records no backup if the storage does not answer, and records one without missing files', async () => {
  const { db } = ctx.deps
  const { loan } = await makeActiveLoan(ctx)
  const { storage_key } = await contractOf(ctx, loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF'), 'application/pdf')
  const [before, last_before] = [await listBackups(), await findLastBackup(db)]
  const away = { ...ctx.deps.storage, get: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  await expect(writeBackup({ ...ctx.deps, storage: away })).rejects.toThrow('ECONNREFUSED')
  expect(await listBackups()).toEqual(before)
  expect(await findLastBackup(db)).toBe(last_before)

  const whole = { ...ctx.deps.storage, get: () => Promise.resolve(Buffer.from('%PDF')) }
  await db.insertInto('event_outbox').values({ payloads: [] }).execute()
  const { manifest } = await writeBackup({ ...ctx.deps, storage: whole })
  expect(manifest.tables.map(({ name }) => name)).not.toContain('event_outbox')
  expect(manifest.missing).toEqual([])
  expect(await findLastBackup(db)).toBe(manifest.made_at)
})

test('copies each kind of stored file, and names those that are missing', async () => {
  const { db, storage } = ctx.deps
  const worker = await makeWorker(ctx)
  const { loan } = await makeActiveLoan(ctx)
  const { storage_key: contract } = await contractOf(ctx, loan.id)
  const picture_id = randomUUID()
  await db
    .updateTable('app_user')
    .set({ picture_id, picture_type: 'image/png' })
    .where('id', '=', worker.id)
    .execute()
  const context = { ...caller, user: { ...caller.user, id: worker.id } }
  const file = { name: 'comprobante.pdf', media_type: 'application/pdf' as const, bytes: Buffer.from('%PDF') }
  const { voucher } = await storeVoucher(ctx.deps, context, file)
  const { file: movement_file } = await storeFile(ctx.deps, context, file)
  await chainAudit(ctx.deps)
  await ctx.runJob('stamp-audit', {})
  const day = businessDay(ctx.deps.clock())
  const own = [contract, `pictures/${picture_id}`, voucherKey(voucher), movementFileKey(movement_file)]
  for (const key of own.slice(0, 2)) await storage.put(key, Buffer.from('x'), 'image/png')
  const proofs = [firstHeadKey, latestHeadKey, headKey(day), ...Object.values(stampKeys(day))]

  ctx.setNow('2026-11-23T16:01:00Z')
  const { manifest } = await writeBackup(ctx.deps)
  const names = manifest.files.map(({ key }) => key)
  expect(names).toEqual(expect.arrayContaining([...own, ...proofs]))
  for (const key of own) await storage.remove(key)
  ctx.setNow('2026-11-23T16:02:00Z')
  const { manifest: second } = await writeBackup(ctx.deps)
  expect(second.missing).toEqual(expect.arrayContaining(own))
})
