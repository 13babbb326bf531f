import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { samplePdf } from '../src/demo/sample-pdf.ts'
import { type Program, startProgram } from './program.ts'
import { bookOf, workerCells, workersSheet } from './worker-sheet.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const maxArchive_bytes = 120e6
const databases = inject('databases')

/** An empty folder without node_modules above it, so that nothing of this checkout is found from there. */
const folder = mkdtempSync(join(tmpdir(), 'quincena-release-'))
const database = `release_${process.pid}`
let archive = ''
let release = ''
let server: Program | undefined

/** Builds the release, also of files that no commit has, and returns the path of its archive. */
function build(): string {
  const output = execFileSync(process.execPath, ['scripts/build-release.ts', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return /^(?<path>.+\.tar\.gz): /m.exec(output)?.groups?.path ?? output
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Runs a program of the release; the variables are its whole environment. */
const start = (program: string, env: Record<string, string> = {}) =>
  startProgram([join(release, 'server', `${program}.js`)], env)

async function signIn(api: string, name: string) {
  const response = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@demo.quincena.mx`, password: 'Quincena-2026' }),
  })
  const { id, token }: { id: number; token: string } = await response.json()
  return { id, headers: { authorization: `Bearer ${token}` } }
}

function formOf(values: Record<string, string | [bytes: Uint8Array, name: string]>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, new Blob([Uint8Array.from(value[0])]), value[1])
  }
  return form
}

const beginning = async (response: Response, length: number) =>
  Buffer.from(await response.arrayBuffer())
    .subarray(0, length)
    .toString('latin1')

describe.runIf(inject('builds_release'))('a release', () => {
  beforeAll(async () => {
    archive = build()
    execFileSync('tar', ['xf', archive, '-C', folder])
    release = join(folder, readdirSync(folder)[0] ?? '')
    const admin = connect(`${databases.url}postgres`, { max: 1 })
    await sql`create database ${sql.id(database)}`.execute(admin)
    await admin.destroy()
  })
  afterAll(async () => {
    await server?.end()
    rmSync(folder, { recursive: true })
    const admin = connect(`${databases.url}postgres`, { max: 1 })
    await sql`drop database ${sql.id(database)} with (force)`.execute(admin)
    await admin.destroy()
  })

  test('is small, holds what its sums say, and is the same when it is built again', () => {
    expect(statSync(archive).size).toBeLessThan(maxArchive_bytes)
    const lines = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')
    const sums = lines.map((line) => line.split('  '))
    expect(sums).toEqual(sums.map(([, file = '']) => [hashOf(join(release, file)), file]))
    const files = readdirSync(release, { recursive: true, encoding: 'utf8' })
    const packed = files.filter((file) => statSync(join(release, file)).isFile() && file !== 'SHA256SUMS')
    expect(packed.toSorted()).toEqual(sums.map(([, file]) => file).toSorted())
    for (const file of ['sbom.cdx.json', 'LICENSE', 'THIRD-PARTY-LICENSES.txt'])
      expect(packed).toContain(file)

    const hash = hashOf(archive)
    expect(hashOf(build())).toBe(hash)
  })

  test('ends with 78 without DATABASE_URL, and names it', async () => {
    const program = start('main', { DATA_DIR: join(folder, 'none'), PORT: '0' })
    expect(await program.ended()).toBe(78)
    expect(program.output()).toMatch(/^DATABASE_URL: is missing, and no PostgreSQL is installed/)
  })

  test('makes the database users, serves the apps, signs in and runs its threads and processes', async () => {
    const roles = start('db-roles', { DATABASE_ADMIN_URL: `${databases.url}${database}` })
    expect(await roles.ended(), roles.output()).toBe(0)
    const settings = {
      DATABASE_URL: `${databases.server_url}${database}`,
      DATABASE_OWNER_URL: `${databases.owner_url}${database}`,
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
      PORT: '0',
    }
    const before = readdirSync(release, { recursive: true, encoding: 'utf8' }).toSorted()
    server = start('main', settings)
    const site = await server.printed(/Quincena\s+(http:\S+)\/\n/)
    const api = `${site}/api`

    const page = await fetch(`${site}/app/login`)
    const html = await page.text()
    const [, script = ''] = /src="(?<script>[^"]+\.js)"/.exec(html) ?? []
    expect((await fetch(`${site}/${script}`)).headers.get('content-type')).toContain('javascript')

    const library = await fetch(`${api}/docs/swagger-ui-bundle.js`)
    expect(library.headers.get('content-type')).toContain('javascript')
    const document: { paths: object; components: { schemas: object } } = await (
      await fetch(`${api}/openapi.json`)
    ).json()
    expect(Object.keys(document.paths)).toContain('/loan')
    expect(Object.keys(document.components.schemas)).toContain('LoanDetail')

    const { headers } = await signIn(api, 'admin')
    const offers = await fetch(`${api}/loan?status=APP&per_page=50`, { headers })
    const { results }: { results: { id: number; state: string }[] } = await offers.json()
    const offer = results.find(({ state }) => state === 'approved')
    const contract = await fetch(`${api}/contract/${offer?.id}`, { method: 'POST', headers })
    expect(contract.status, server.output()).toBe(200)
    expect(await beginning(contract, 5)).toBe('%PDF-')

    const exported = await fetch(`${api}/loan/export?format=xlsx`, { headers })
    expect(await beginning(exported, 2)).toBe('PK')

    const sheet = bookOf(workersSheet([workerCells(1)]))
    const rows = formOf({ company_name: 'Clínicas del Sureste', excel_file: [sheet, 'personas.xlsx'] })
    const imported = await fetch(`${api}/auth/upload-users`, { method: 'POST', headers, body: rows })
    expect(imported.status, await imported.text()).toBe(200)

    const ana = await signIn(api, 'ana')
    const ine: [Uint8Array, string] = [await samplePdf('Identificación'), 'ine.pdf']
    const body = formOf({ document_pdf: ine, filename: 'INE', user: String(ana.id) })
    const uploaded = await fetch(`${api}/documents/`, { method: 'POST', headers: ana.headers, body })
    expect(uploaded.status, await uploaded.text()).toBe(201)

    expect(await server.end()).toBe(0)
    expect(readdirSync(release, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(before)
    const proof = start('ledger-verify', settings)
    expect(await proof.ended(), proof.output()).toBe(0)
  })
})
