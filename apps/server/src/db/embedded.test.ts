import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '../../test/program.ts'
import { connect } from './connect.ts'
import { prepareBundledRoles, startPostgres } from './embedded.ts'
import { freePort } from './free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'quincena-embedded-'))
chmodSync(folder, 0o755)
const data = join(folder, 'postgres')
const passwordFile = join(folder, 'database-passwords.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async () => startPostgres(data, await freePort(), ['fsync=off'])

async function ask(url: string, change?: string) {
  const db = connect(url, { max: 1 })
  try {
    if (change !== undefined) await sql.raw(change).execute(db)
    const { rows } = await sql<{ who: string }>`select current_user as who`.execute(db)
    return rows[0]?.who
  } finally {
    await db.destroy()
  }
}

/** The address with another password, or without one. */
function withPassword(url: string, password: string): string {
  const address = new URL(url)
  address.password = password
  return address.href
}

test('a new database asks every user for the password that a private file keeps', async () => {
  const postgres = await start()
  const url = postgres.url('postgres')
  expect(await ask(url)).toBe('postgres')
  for (const wrong of ['', 'x']) await expect(ask(withPassword(url, wrong))).rejects.toThrow(/password/)
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
  await prepareBundledRoles(postgres)
  expect(await ask(postgres.url('postgres', 'owner'))).toBe('quincena_owner')
  expect(await ask(postgres.url('postgres', 'server'))).toBe('quincena_server')
  await postgres.stop()
})

test('a database of an earlier version, which let everybody in, asks for passwords from its next start on', async () => {
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
  rmSync(passwordFile)
  const postgres = await start()
  const url = postgres.url('postgres')
  expect(await ask(url)).toBe('postgres')
  await expect(ask(withPassword(url, 'x'))).rejects.toThrow(/password/)
  await postgres.stop()

  const again = await start()
  expect(again.passwords).toEqual(postgres.passwords)
  expect(await ask(again.url('postgres'))).toBe('postgres')
  await again.stop()
})

test('db:roles prints new passwords when asked to, and the old ones end', async () => {
  const postgres = await start()
  await prepareBundledRoles(postgres)
  const before = postgres.url('postgres', 'server')
  const program = fileURLToPath(new URL('../cli/db-roles.ts', import.meta.url))
  const command = startProgram([program, '--new-passwords'], { DATABASE_ADMIN_URL: postgres.url('postgres') })
  expect(await command.ended()).toBe(0)
  const [server, owner] = command
    .output()
    .trim()
    .split('\n')
    .map((line) => line.replace(/^[A-Z_]+=/, ''))
  await expect(ask(before)).rejects.toThrow(/password/)
  expect(await ask(server ?? '')).toBe('quincena_server')
  expect(await ask(owner ?? '', 'create table any_name (id int)')).toBe('quincena_owner')
  await expect(ask(server ?? '', 'create table other_name (id int)')).rejects.toThrow(/permission denied/)
  await postgres.stop()
  expect(readFileSync(join(data, 'server.log'), 'utf8')).not.toContain(new URL(server ?? '').password)
})

test('names the missing file of passwords', async () => {
  rmSync(passwordFile)
  await expect(start()).rejects.toThrow(
    /^DATA_DIR: .*database-passwords.json is missing or damaged; restore it/,
  )
})
