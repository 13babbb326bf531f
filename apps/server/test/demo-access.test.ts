import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { samplePdf } from '../src/demo/sample-pdf.ts'
import { hashPassword } from '../src/people/auth/commands/hash-password.ts'
import { completeSettings } from './complete-settings.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, makeWorker } from './factories.ts'
import { type Program, startProgram } from './program.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quincena-demo-'))
const published = 'Quincena-2026'
const [admin, ana] = ['admin@demo.quincena.mx', 'ana@demo.quincena.mx']

let ctx: TestContext
let server: Program | undefined
let ids: { admin: number; ana: number }
beforeAll(async () => {
  ctx = await createTestContext()
  ids = { admin: (await makeStaff(ctx, 'U0')).id, ana: (await makeWorker(ctx)).id }
})
/** Each test starts with the published password. */
beforeEach(async () => {
  const password_hash = await hashPassword(published)
  const password_changed_at = new Date().toISOString()
  for (const [id, email] of [
    [ids.admin, admin],
    [ids.ana, ana],
  ] as const) {
    const changes = { email, password_hash, password_changed_at }
    await ctx.deps.db.updateTable('app_user').set(changes).where('id', '=', id).execute()
  }
})
afterEach(() => server?.kill())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a demo server on the database that already has the demo users. */
async function startDemo(settings: Record<string, string> = {}) {
  const DATABASE_URL = ctx.deps.env.database_url ?? ''
  const own = { DEMO: '1', PORT: '0', DATABASE_URL, DATA_DIR: folder, PATH: '/usr/bin:/bin' }
  const started = startProgram([main], { ...own, ...settings })
  server = started
  const site = await started.printed(/Quincena\s+(http:\S+)\/\n/)
  await started.printed(/(App del trabajador)/)
  return { api: `${site}/api`, output: started.output() }
}

async function signInAt(api: string, email: string, password: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const body: { token?: string } = await answer.json()
  return { status: answer.status, authorization: `Bearer ${body.token}` }
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Lists the file modes of a folder and of all files in it. */
function modesIn(path: string): string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return [path, ...names.map((name) => join(path, name))].map((name) => {
    return `${statSync(name).isDirectory() ? 'folder' : 'file'} ${modeOf(name)}`
  })
}

test('makes documents and mails readable by its own user only, also in existing folders', async () => {
  for (const name of ['files', 'outbox']) {
    mkdirSync(join(folder, name), { recursive: true })
    chmodSync(join(folder, name), 0o755)
  }
  const { api, output } = await startDemo()
  expect(output).toContain(`contraseña ${published}`)
  expect(output).toMatch(/Correos de la demo\s+http:\S+\/demo\/correos\n/)
  expect([modeOf(join(folder, 'files')), modeOf(join(folder, 'outbox'))]).toEqual(['700', '700'])

  const form = new FormData()
  form.append('document_pdf', new Blob([Uint8Array.from(await samplePdf('Identificación'))]), 'ine.pdf')
  form.append('filename', 'INE')
  form.append('user', String(ids.ana))
  const { authorization } = await signInAt(api, ana, published)
  const sent = await fetch(`${api}/documents/`, { method: 'POST', headers: { authorization }, body: form })
  expect(sent.status, await sent.text()).toBe(201)
  const staff = await signInAt(api, admin, published)
  const { authorization: as_admin } = staff
  await fetch(`${api}/diagnostics/mail`, { method: 'POST', headers: { authorization: as_admin } })
  for (const name of ['files', 'outbox']) {
    const modes = modesIn(join(folder, name))
    expect(modes).toContain('file 600')
    expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
  }
})

test('replaces the published password if other machines reach the server, and prints the new ones once', async () => {
  const { api, output } = await startDemo({ TRUST_PROXY: 'loopback' })
  expect(output).not.toContain(published)
  expect(output).not.toContain('/demo/correos')
  const [, password = ''] = /admin@demo\.quincena\.mx\s+(\S+)/.exec(output) ?? []
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(output).not.toMatch(new RegExp(`ana@demo\\S+\\s+${password}`))
  expect((await signInAt(api, admin, password)).status).toBe(200)
  expect((await signInAt(api, admin, published)).status).not.toBe(200)
  expect((await signInAt(api, ana, published)).status).not.toBe(200)
  await server?.kill()

  for (const settings of [{ TRUST_PROXY: 'loopback' }, {}]) {
    const again = await startDemo(settings)
    expect(again.output).toContain('Las contraseñas de demostración se mostraron en el primer arranque.')
    expect(again.output).not.toContain(published)
    expect((await signInAt(again.api, admin, password)).status).toBe(200)
    await server?.kill()
  }
})

test('refuses to start outside DEMO on a database with demo data', async () => {
  const started = startProgram([main], { ...completeSettings(ctx), PORT: '0' })
  server = started
  expect(await started.ended()).toBe(78)
  expect(started.output()).toBe(
    'DATABASE_URL: the database holds demo data; name another one, or set DEMO=1\n',
  )
})
