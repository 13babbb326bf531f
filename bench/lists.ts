// Measures the lists, searches, summary and audit trail of the staff app with much data: `npm run bench:lists`. Prints
// the median of each call, and of the same rows read in plain SQL from the same database in the same run. `-- --users
// 2000 --loans 10000` sets a smaller size, `--data-dir FOLDER` keeps the filled database for the next run. Fails when
// the median of a call exceeds `--limit-ms` (1000).
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { startProgram } from '../apps/server/test/program.ts'
import { fillDatabase } from './fill-database.ts'
import type { ListCase } from './list-case.ts'
import { listCases, summaryCase } from './list-cases.ts'

const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '200000' },
    loans: { type: 'string', default: '1000000' },
    'limit-ms': { type: 'string', default: '1000' },
    'data-dir': { type: 'string' },
  },
})
const size = { users: Number(options.users), loans: Number(options.loans) }
const limit_ms = Number(options['limit-ms'])
const turns = 15
const warm_turns = 3

const folder = options['data-dir']
const data_dir = folder ?? mkdtempSync(join(tmpdir(), 'quincena-bench-'))
mkdirSync(data_dir, { recursive: true })
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const server = startProgram([program], { PORT: '0', DATA_DIR: data_dir })
const api = `${await server.printed(/Quincena\s+(http:\/\/\S+)\//)}/api`
const postgres = await startPostgres(join(data_dir, 'postgres'), 0)
const db = connect(postgres.url('postgres'), { max: 2 })

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Quincena-2026' }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return (await answer.json()).token
}

/** Several sessions, because the server limits the calls of each per minute. */
const tokens: string[] = []
const sessions = 6
let calls = 0

async function call(path: string) {
  calls += 1
  const isSummary = path === summaryCase.path
  const answer = await fetch(api + path, {
    method: isSummary ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${tokens[calls % tokens.length]}`,
      ...(isSummary && { 'content-type': 'application/json' }),
    },
    ...(isSummary && { body: JSON.stringify({ year: new Date().getFullYear() }) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn < warm_turns + turns; turn += 1) {
    const began = performance.now()
    await work()
    if (turn >= warm_turns) took.push(performance.now() - began)
  }
  return took.sort((left, right) => left - right)[Math.floor(turns / 2)] ?? Number.NaN
}

/**
 * Returns a function that fills the placeholders with a worker and a company from the middle of the data, and a recent
 * day.
 */
async function createPlaceholderFiller() {
  const { rows } = await sql<{ worker: number; company: number }>`
    select id as worker, company_id as company from app_user where email like ${`trabajador${Math.round(size.users / 2)}@%`}`.execute(
    db,
  )
  const [middle] = rows
  if (middle === undefined) throw new Error('the database is not filled')
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  return (text: string) =>
    text
      .replaceAll('WORKER', String(middle.worker))
      .replaceAll('COMPANY', String(middle.company))
      .replaceAll('DAY', day)
      .replaceAll('YEAR', day.slice(0, 4))
}

async function measure({ name, path, sql: statements }: ListCase, fill: (text: string) => string) {
  const http_ms = await medianOf(() => call(fill(path)))
  const raw_ms = await medianOf(async () => {
    for (const statement of statements) await sql.raw(fill(statement)).execute(db)
  })
  const round = (ms: number) => Number(ms.toFixed(1))
  return { name, http_ms: round(http_ms), raw_ms: round(raw_ms), ratio: round(http_ms / raw_ms) }
}

try {
  const mark = join(data_dir, 'filled.json')
  if (!existsSync(mark)) {
    const began = performance.now()
    await fillDatabase(postgres.url('postgres'), size)
    writeFileSync(mark, JSON.stringify(size))
    console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  while (tokens.length < sessions) tokens.push(await signIn('admin@demo.quincena.mx'))
  const fill = await createPlaceholderFiller()
  const rows = []
  for (const one of [...listCases, summaryCase]) rows.push(await measure(one, fill))
  console.table(rows)
  const slow = rows.filter(({ http_ms }) => http_ms > limit_ms)
  for (const { name, http_ms } of slow) console.error(`${name}: ${http_ms} ms, more than ${limit_ms} ms`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  await db.destroy()
  await server.end()
  if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
}
