// Measures the daily close: `npm run bench:daily-close`. Fills a database in which 100,000 advances and some credits fall
// due on one day, and closes every day until they are late. Each close is set against one plain UPDATE of as many of the
// same loans, on a copy of the table in the same run: by time, and by the processors' time of PostgreSQL and of Node
// (Linux). The same close is then run again, which must do nothing. `-- --loans 5000` sets a smaller size, `--data-dir
// FOLDER` keeps the database, whose closes are done then. Fails if the ledger has a difference.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, type Day } from '@quincena/domain/dates'
import { type Kysely, sql } from 'kysely'
import { startEvents } from '../apps/server/src/command/event-bus.ts'
import { connect } from '../apps/server/src/db/connect.ts'
import { prepareBundledRoles, startPostgres } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { prepareDatabase } from '../apps/server/src/db/prepare-database.ts'
import type { Database } from '../apps/server/src/db/types.ts'
import { readEnv } from '../apps/server/src/env.ts'
import { startQueue } from '../apps/server/src/jobs/queue.ts'
import { verifyLedger } from '../apps/server/src/lending/ledger/queries.ts'
import { closeBusinessDay } from '../apps/server/src/lending/loans/commands/close-day.ts'
import { insertShippedTexts } from '../apps/server/src/people/texts/commands/insert-shipped.ts'
import { openNoticeTexts } from '../apps/server/src/people/texts/queries/notice-texts.ts'
import { insertFirstBrand } from '../apps/server/src/platform/brand/commands/insert-first.ts'
import { openBrand } from '../apps/server/src/platform/brand/queries/brand-in-force.ts'
import { fillDatabase } from './fill-database.ts'
import { postgresOf, processorTime } from './processor-time.ts'

const { values: options } = parseArgs({
  options: { loans: { type: 'string', default: '100000' }, 'data-dir': { type: 'string' } },
})
const wanted = Number(options.loans)
const folder = options['data-dir']

/** On the day of the fill, a Wednesday, about 61 of 100 workers have an advance that falls due on the next day. */
const filled_on: Day = '2026-10-14'
const due_day = addDays(filled_on, 1)
const dueShare = 0.61
/** Five grace days of banks after the due day. */
const late_day: Day = '2026-10-23'

const data_dir = folder ?? mkdtempSync(join(tmpdir(), 'quincena-bench-'))
mkdirSync(data_dir, { recursive: true })
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)

interface Taken {
  s: number
  /** Processors' time. */
  postgres_s: number
  node_s: number
}

/** Runs something and says how long it took. */
async function measure(work: () => Promise<unknown>): Promise<Taken> {
  const times = () => ({
    s: performance.now() / 1000,
    postgres_s: processorTime(postgresOf(data_dir)) / 1000,
    node_s: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  })
  const before = times()
  await work()
  const after = times()
  const past = (name: keyof Taken) => Number((after[name] - before[name]).toFixed(2))
  return { s: past('s'), postgres_s: past('postgres_s'), node_s: past('node_s') }
}

/** One UPDATE of the loans that fall due on the due day, on a copy of the table with all of its indexes. */
async function updatePlainly(db: Kysely<Database>): Promise<Work> {
  await sql`create table loan_copy (like loan including all)`.execute(db)
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'loan'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`.execute(db)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`insert into loan_copy (${columns}) overriding system value select ${columns} from loan`.execute(
    db,
  )
  await settle(db)
  let loans = 0
  const taken = await measure(async () => {
    const { numAffectedRows } = await sql`
      update loan_copy set state = case state when 'active' then 'overdue' else 'active' end, updated_at = now()
      where state in ('active', 'overdue') and next_payment_date = ${due_day}`.execute(db)
    loans = Number(numAffectedRows)
  })
  await sql`drop table loan_copy`.execute(db)
  return { loans, taken }
}

/** Brings the database to rest: no dead rows, fresh statistics, nothing to write. */
async function settle(db: Kysely<Database>): Promise<void> {
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Counts what closes have done until now. */
async function countDone(db: Kysely<Database>) {
  const { rows } = await sql<Record<'overdue' | 'accruals' | 'reminders', number>>`select
    (select count(*) from audit where action = 'loan.fall_overdue') as overdue,
    (select count(*) from ledger_entry where accrual_day is not null and accrual_day >= ${due_day}) as accruals,
    (select count(*) from notification where reason_key like 'due:%') as reminders`.execute(db)
  return rows[0] ?? { overdue: 0, accruals: 0, reminders: 0 }
}

async function createDatabase(): Promise<string> {
  const settings = ['max_connections=100', 'autovacuum=off']
  const postgres = await startPostgres(join(data_dir, 'postgres'), await freePort(), settings)
  stops.push(postgres.stop)
  await prepareBundledRoles(postgres)
  await prepareDatabase(
    { server: postgres.url('postgres', 'server'), owner: postgres.url('postgres', 'owner') },
    console,
  )
  const url = postgres.url('postgres')
  const db = connect(url, { max: 1 })
  const person = { first_name: 'Gerardo', last_name: 'Soto', email: 'personal@quincena.mx' }
  await db
    .insertInto('app_user')
    .values({ user_type: 'U1', is_staff: true, ...person })
    .execute()
  await db.destroy()
  const users = Math.ceil(wanted / dueShare)
  const began = performance.now()
  await fillDatabase(url, { users, loans: 2 * users }, filled_on)
  console.log({ workers: users, loans: 2 * users, fill_s: Math.round((performance.now() - began) / 1000) })
  return url
}

/** Closes one day and, if it did something, prints how long it took, against the UPDATE, and how long a repeat takes. */
async function closeDay(deps: Closed, day: Day, plain: Work) {
  await settle(deps.db)
  const at = { ...deps, clock: () => Temporal.Instant.from(`${day}T06:10:00Z`) }
  const before = await countDone(deps.db)
  const taken = await measure(() => closeBusinessDay(at))
  const after = await countDone(deps.db)
  const done = {
    overdue: after.overdue - before.overdue,
    accruals: after.accruals - before.accruals,
    reminders: after.reminders - before.reminders,
  }
  const loans = Math.max(done.overdue, done.accruals, done.reminders)
  const repeat = await measure(() => closeBusinessDay(at))
  console.log({ day, ...done, ...taken, ...ratios({ loans, taken }, plain), repeat_s: repeat.s })
}

interface Work {
  loans: number
  taken: Taken
}

/** How many times as long as the UPDATE a close took for each loan; nothing for a day on which little happened. */
function ratios({ loans, taken }: Work, plain: Work) {
  if (loans < plain.loans / 2) return {}
  const share = loans / plain.loans
  const processors = ({ postgres_s, node_s }: Taken) => postgres_s + node_s
  return {
    loans_per_s: Math.round(loans / taken.s),
    ratio: Number((taken.s / (plain.taken.s * share)).toFixed(2)),
    ratio_of_processors: Number((processors(taken) / (processors(plain.taken) * share)).toFixed(2)),
  }
}

type Closed = Parameters<typeof closeBusinessDay>[0]

async function run(url: string) {
  const db = connect(url, { statement_limit_ms: 60_000 })
  const log = { ...console, info: () => undefined }
  const queue = await startQueue(url, log, { names: ['send-push'] })
  const events = await startEvents(url, log)
  stops.push(queue.stop, events.stop, () => db.destroy())
  const secrets = { audit_keys: ['0'.repeat(64)] as const }
  const clock = () => Temporal.Now.instant()
  await insertShippedTexts({ db, clock })
  await insertFirstBrand({ db, clock, lender: readEnv({ DEMO: '1', DATABASE_URL: url }).lender })
  const texts = await openNoticeTexts({ db, clock, brand: await openBrand({ db, clock, events }) })
  const deps = { db, log, queue, events, secrets, messenger: null, texts, clock }
  const plain = await updatePlainly(db)
  console.log({ plain_update: plain.loans, ...plain.taken })
  for (let day = filled_on; day <= late_day; day = addDays(day, 1)) await closeDay(deps, day, plain)
  const again = await updatePlainly(db)
  console.log({ plain_update_again: again.loans, ...again.taken })
  const differences = await verifyLedger(db)
  console.log({ ledger_differences: differences.length })
  if (differences.length > 0) process.exitCode = 1
}

const stops: (() => unknown)[] = []
try {
  await run(await createDatabase())
} finally {
  for (const stop of stops.toReversed()) await stop()
  if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
}
