// Measures `npm run ledger:verify` with many loans: `npm run bench:ledger`. Fills a database, runs the command in a process
// of its own, and prints how long both took and the most memory that the command had; then posts the accruals until the
// next month's end. `-- --loans 100000` sets a smaller size, `--data-dir FOLDER` keeps the filled database for the next
// run. Fails if the ledger has a difference.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addDays, isMonthEnd } from '@quincena/domain/dates'
import { systemClock } from '../apps/server/src/command/clock.ts'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { postAccruals } from '../apps/server/src/lending/loans/commands/post-accruals.ts'
import { startProgram } from '../apps/server/test/program.ts'
import { fillDatabase } from './fill-database.ts'

const { values: options } = parseArgs({
  options: { loans: { type: 'string', default: '1000000' }, 'data-dir': { type: 'string' } },
})
const loans = Number(options.loans)
const folder = options['data-dir']
const data_dir = folder ?? mkdtempSync(join(tmpdir(), 'quincena-bench-'))
mkdirSync(data_dir, { recursive: true })
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Lets a server create the tables and the demo, and ends it: its jobs would compute beside the measured command. */
async function createTables(): Promise<void> {
  const server = startProgram([pathOf('../apps/server/src/main.ts')], { PORT: '0', DATA_DIR: data_dir })
  await server.printed(/Quincena\s+(http:\/\/\S+)\//)
  await server.end()
}

const seconds = (began: number) => Number(((performance.now() - began) / 1000).toFixed(1))
const peakMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Runs the command; returns its exit code, its time and, on Linux, the most memory it had. */
async function verify(url: string) {
  const began = performance.now()
  const child = spawn(process.execPath, [pathOf('../apps/server/src/cli/ledger-verify.ts')], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: data_dir },
    stdio: 'inherit',
  })
  let peak_mb = 0
  let code: number | null = null
  child.once('exit', (ended) => {
    code = ended ?? 1
  })
  while (code === null) {
    if (child.pid !== undefined && existsSync(`/proc/${child.pid}/status`))
      peak_mb = peakMb(child.pid) || peak_mb
    await sleep(100)
  }
  return { code, verify_s: seconds(began), peak_mb: Math.round(peak_mb) }
}

/** Posts the accruals of the days up to the next month's end, and says how long it took for how many loans. */
async function accrue(url: string) {
  const db = connect(url, { max: 2 })
  try {
    const { last } = await db
      .selectFrom('loan')
      .select((max) => max.fn.max('booked_day').as('last'))
      .executeTakeFirstOrThrow()
    if (last === null) return {}
    let day = addDays(last, 1)
    while (!isMonthEnd(day)) day = addDays(day, 1)
    const began = performance.now()
    const booked = await postAccruals({ db, clock: systemClock }, day)
    return { accrued_until: day, accrued_loans: booked, accrue_s: seconds(began) }
  } finally {
    await db.destroy()
  }
}

const mark = join(data_dir, 'filled.json')
if (!existsSync(mark)) await createTables()
const postgres = await startPostgres(join(data_dir, 'postgres'), await freePort())
try {
  const url = postgres.url('postgres')
  const began = performance.now()
  if (!existsSync(mark)) {
    await fillDatabase(url, { users: Math.ceil(loans / 5), loans })
    writeFileSync(mark, JSON.stringify({ loans, fill_s: seconds(began) }))
  }
  const { code, ...measured } = await verify(url)
  console.log({ ...JSON.parse(readFileSync(mark, 'utf8')), ...measured, ...(await accrue(url)) })
  if (code !== 0) process.exitCode = 1
} finally {
  await postgres.stop()
  if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
}
