import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeSettings } from '../../test/complete-settings.ts'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { startProgram } from '../../test/program.ts'
import { loadAuditKeys, makeAuditKey } from './audit-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'quincena-audit-keys-'))
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = 'AUDIT_KEY: is missing; set the one of the server\n'

async function run(name: string, args: string[], env: Record<string, string>) {
  const command = startProgram([fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url)), ...args], env)
  return { code: await command.ended(), output: command.output() }
}

test.each([
  ['audit-verify', []],
  ['restore', ['backup']],
])('%s without a key ends with 78 and makes none', async (name, args) => {
  const env = { DATABASE_URL: ctx.deps.env.database_url ?? '', DATA_DIR: folder }
  expect(await run(name, args, env)).toEqual({ code: 78, output: missing })
  expect(existsSync(join(folder, 'audit-key'))).toBe(false)
})

test('admin:create outside DEMO without a key ends with 78', async () => {
  const { AUDIT_KEY: _, ...settings } = completeSettings(ctx)
  const { code, output } = await run('admin-create', ['a@prestamos.mx'], settings)
  expect(code).toBe(78)
  expect(output).toMatch(/^AUDIT_KEY: is missing; .+\n$/)
})

test('a demo makes a key once, which commands then read', () => {
  const place = { audit_key: undefined, data_dir: join(folder, 'demo') }
  makeAuditKey(place)
  const keys = loadAuditKeys(place)
  makeAuditKey(place)
  expect(loadAuditKeys(place)).toEqual(keys)
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
})
