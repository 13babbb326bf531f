import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { fillDatabase } from '../../../bench/fill-database.ts'
import { writeBackup } from '../src/office/backups/commands/write-backup.ts'
import { findLastBackup } from '../src/office/backups/queries.ts'
import { chainAllAudit } from '../src/platform/audit/commands/chain-audit.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff } from './factories.ts'
import { makeActiveLoan } from './loans.ts'
import { startProgram } from './program.ts'
import { contractOf } from './signed-contract.ts'

const program = fileURLToPath(new URL('../src/cli/backup-drill.ts', import.meta.url))
const databases = inject('databases')
const loans = inject('restored_loans')
const BACKUP_KEY = 'a key of backups of 32 characters'

let ctx: TestContext
let vault: string

beforeAll(async () => {
  // The generator's loans have no contracts in the file storage.
  ctx = await createTestContext({ is_ledger_checked: loans === 0 })
  vault = join(ctx.deps.env.data_dir, 'vault')
  const { storage_key } = await contractOf(ctx, (await makeActiveLoan(ctx)).loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF contract'), 'application/pdf')
  await makeStaff(ctx, 'U1')
  if (loans > 0) await fill()
  // Heads of the audit trail, which the restore of the drill writes anew.
  await chainAllAudit(ctx.deps)
  // By the job, as BACKUP_AT queues it.
  Object.assign(ctx.deps.env, { backup_url: pathToFileURL(vault).href, backup_keys: [BACKUP_KEY] })
  await ctx.runJob('write-backup', {})
})

/** Fills the database for the nightly run; the generator's rows of the trail are not signed. */
async function fill() {
  const size = { users: Math.ceil(loans / 5), loans }
  await fillDatabase(ctx.superuser_url, size, businessDay(ctx.clock.now))
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.deleteFrom('audit').where('hmac', 'is', null).execute()
    await trx.deleteFrom('audit_chain').execute()
  })
}

function startDrill(changed: Record<string, string> = {}, ...args: string[]) {
  return startProgram([program, ...args], {
    DATABASE_URL: ctx.deps.env.database_url ?? '',
    DATABASE_ADMIN_URL: `${databases.url}postgres`,
    DATA_DIR: ctx.deps.env.data_dir,
    AUDIT_KEY: ctx.deps.secrets.audit_keys.join(','),
    BACKUP_URL: pathToFileURL(vault).href,
    BACKUP_KEY,
    ...changed,
  })
}

async function drill(changed: Record<string, string> = {}, ...args: string[]) {
  const command = startDrill(changed, ...args)
  return { code: await command.ended(), output: command.output() }
}

async function scratchDatabases() {
  const { rows } = await sql`select datname from pg_database where datname like 'quincena\_drill%'`.execute(
    ctx.superuser,
  )
  return rows
}

test('the job writes an encrypted backup, which the drill restores, compares and removes again', async () => {
  const [name = ''] = await readdir(vault)
  expect((await findLastBackup(ctx.deps.db))?.replaceAll(':', '-')).toBe(name)
  const { code, output } = await drill()
  expect(output).toMatch(/^table +backed up +restored {2}finding\n/)
  expect(output).toMatch(/\npublic\.loan +[1-9]\d* +[1-9]\d* {2}equal\n/)
  expect(output).toMatch(/\npublic\.audit +\d+ +\d+ {2}equal but for what the restore writes\n/)
  expect(output).toMatch(/\nfiles \(SHA-256\) +[1-9]\d* +[1-9]\d* {2}equal but for what the restore writes\n/)
  expect(output).toMatch(
    /\nforeign keys: broken +0 +0 {2}equal\nledger: differences +0 +0 {2}equal\naudit trail: findings +0 +0 {2}equal\n/,
  )
  expect(output).toMatch(/\nThe backup of 2026-11-20T.*Z can be restored \(\d+\.\d s\)\.\n$/)
  expect(code).toBe(0)
  expect(await scratchDatabases()).toEqual([])
})

test('the drill fails where a part was altered or lost, and needs a user who may make a database', async () => {
  const [name = ''] = await readdir(vault)
  const part = join(vault, name, 'public.loan.rows/000000')
  const bytes = await readFile(part)
  await writeFile(
    part,
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.readUInt8(bytes.length - 1) ^ 1])]),
  )
  expect(await drill()).toEqual({ code: 1, output: expect.stringMatching(/loan\.rows, part 0: was altered/) })
  await rm(part)
  expect(await drill()).toEqual({ code: 1, output: expect.stringMatching(/loan\.rows, part 0: is missing/) })
  await writeFile(part, bytes)
  const weak = await drill({ DATABASE_ADMIN_URL: ctx.deps.env.database_url ?? '' })
  expect(weak).toEqual({
    code: 78,
    output: expect.stringMatching(/^DATABASE_ADMIN_URL: .* too few rights; .*\n$/),
  })
  expect(await drill({ DATABASE_ADMIN_URL: '' })).toEqual({
    ...{ code: 78, output: expect.stringMatching(/^DATABASE_ADMIN_URL: is missing; .*\n$/) },
  })
  expect(await scratchDatabases()).toEqual([])
})

test('a drill that is interrupted leaves neither its database nor its files', async () => {
  const TMPDIR = await mkdtemp(join(ctx.deps.env.data_dir, 'tmp-'))
  const command = startDrill({ TMPDIR })
  await expect.poll(scratchDatabases, { interval: 10 }).toHaveLength(1)
  expect(await command.end()).toBe(1)
  expect(command.output()).toBe('The drill was interrupted; nothing of it is left.\n')
  expect(await scratchDatabases()).toEqual([])
  expect(await readdir(TMPDIR)).toEqual([])
})

test('removes the backups that are no longer kept, once a new one is complete', async () => {
  Object.assign(ctx.deps.env, { backup_keep_days: 1 })
  const before = await readdir(vault)
  ctx.setNow('2026-11-21T16:00:00Z')
  await ctx.runJob('write-backup', {})
  ctx.setNow('2026-11-22T16:00:00Z')
  const { removed, manifest } = await writeBackup(ctx.deps)
  expect(removed).toEqual(manifest.missing.length > 0 ? [] : expect.any(Array))
  if (loans > 0) return
  expect(await readdir(vault)).toEqual([manifest.made_at.replaceAll(':', '-')])
  expect(removed).toHaveLength(1)
  expect(before).toHaveLength(1)
})
