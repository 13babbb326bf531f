// Measures the trial balance of a month over 10 million ledger entries, with the kept daily totals and by a plain sum of
// the entries: `npm run bench:trial-balance`. `-- --entries 1000000` sets a smaller size, `--data-dir FOLDER` keeps the
// filled database for the next run. Also measures a day of the treasury, its list of movements, the nightly addition of
// a day's entries and the check of the totals. Fails if the trial balance takes longer than 3 s or differs from the plain sum.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { businessDay } from '@quincena/domain/dates'
import { type Kysely, sql } from 'kysely'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { Database } from '../apps/server/src/db/types.ts'
import { addEntries } from '../apps/server/src/treasury/daily-totals/commands/add-entries.ts'
import { readDay } from '../apps/server/src/treasury/daily-totals/queries/day.ts'
import { comparedTotals } from '../apps/server/src/treasury/daily-totals/queries/kept-totals.ts'
import { movementIds } from '../apps/server/src/treasury/daily-totals/queries/movements.ts'
import { readTrialBalance } from '../apps/server/src/treasury/daily-totals/queries/trial-balance.ts'

const limit_s = 3
const { values: options } = parseArgs({
  options: { entries: { type: 'string', default: '10000000' }, 'data-dir': { type: 'string' } },
})
const entries = Number(options.entries)
const folder = options['data-dir']
const data_dir = folder ?? mkdtempSync(join(tmpdir(), 'quincena-bench-'))
await mkdir(data_dir, { recursive: true })
// The bundled PostgreSQL may run as another system user.
await chmod(data_dir, 0o755)

/** The entries of a loan's life with their shares: payouts, settlements, charges, receipts, payments, accruals. */
const kinds = `(values
  (0, 'payout_principal', 'loan_receivable', 'stp_in_transit'), (1, 'settlement', 'stp_in_transit', 'stp_cash'),
  (2, 'payout_charge', 'loan_receivable', 'unearned_finance_charge'), (3, 'receipt', 'stp_cash', 'unapplied_receipts'),
  (4, 'payment', 'unapplied_receipts', 'loan_receivable'), (5, 'charge_earned', 'unearned_finance_charge', 'finance_income'),
  (6, 'tax_accrued', 'unearned_finance_charge', 'tax_pending'), (7, 'tax_collected', 'tax_pending', 'tax_payable'),
  (8, 'payment', 'bank_cash', 'loan_receivable'), (9, 'charge_earned', 'unearned_finance_charge', 'finance_income')
) as kinds (number, kind, debit, credit)`

/** Writes entries of three years up to now, oldest first, without the loans and payments that caused them. */
async function fill(db: Kysely<Database>) {
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    const { rows: constraints } = await sql<{ drop: string }>`
      select 'alter table ledger_entry drop constraint ' || conname as drop from pg_constraint
      where conrelid = 'ledger_entry'::regclass and contype in ('c', 'f', 'u')`.execute(session)
    for (const { drop } of constraints) await sql.raw(drop).execute(session)
    const { rows: indexes } = await sql<{ drop: string; create: string }>`
      select 'drop index ' || indexname as drop, indexdef as create from pg_indexes
      where tablename = 'ledger_entry' and indexname <> 'ledger_entry_pkey'`.execute(session)
    for (const { drop } of indexes) await sql.raw(drop).execute(session)
    await sql
      .raw(
        `insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, accrual_day, created_at)
        select gen_random_uuid(), kind, debit, credit, 100 + n % 100000, 1 + n / 20, '2026-01-01',
          now() - interval '3 years' * (1 - n::float / ${entries})
        from generate_series(1, ${entries}) n join ${kinds} on number = n % 10`,
      )
      .execute(session)
    await sql`set maintenance_work_mem = '512MB'`.execute(session)
    for (const { create } of indexes) if (!create.includes(' UNIQUE ')) await sql.raw(create).execute(session)
    await sql`vacuum analyze ledger_entry`.execute(session)
  })
}

/** Runs some work; returns its result and how many seconds it took. */
async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const began = performance.now()
  const result = await work()
  return [result, Number(((performance.now() - began) / 1000).toFixed(3))]
}

/** Runs some work five times; returns its last result and the median of the times in seconds. */
async function measured<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let [result, took] = await timed(work)
  const times = [took]
  for (let run = 1; run < 5; run += 1) {
    ;[result, took] = await timed(work)
    times.push(took)
  }
  return [result, times.sort((a, b) => a - b)[2] ?? 0]
}

/** The same trial balance by the entries alone. */
async function sumEntries(db: Kysely<Database>, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ account: string; opening: number; debits: number; credits: number }>`
    select account, coalesce(sum(debit - credit) filter (where day < ${from}), 0) as opening,
      coalesce(sum(debit) filter (where day >= ${from}), 0) as debits,
      coalesce(sum(credit) filter (where day >= ${from}), 0) as credits
    from (
      select (created_at at time zone 'America/Mexico_City')::date as day, side.*
      from ledger_entry
      cross join lateral (values (debit_account, amount_cents, 0), (credit_account, 0, amount_cents))
        as side (account, debit, credit)
    ) as entry where day <= ${to} group by account order by account`.execute(db)
  return rows
}

async function measure(db: Kysely<Database>) {
  const now = Temporal.Now.instant()
  const today = businessDay(now)
  const days = { from: `${today.slice(0, 8)}01`, to: today }
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const [, add_all_s] = await timed(() => addEntries({ db, log }))
  // A day's entries come after the mark, as they do before the job runs.
  await sql`insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, created_at)
    select gen_random_uuid(), 'payment', 'bank_cash', 'loan_receivable', 100, n, now()
    from generate_series(1, 10000) n`.execute(db)
  const [balance, kept_s] = await measured(() => readTrialBalance(db, days))
  const [plain, plain_s] = await timed(() => sumEntries(db, days))
  const [, day_s] = await measured(() => readDay(db, today, now))
  const [, list_s] = await measured(() =>
    movementIds(db, { from: today, to: today, set: 'receipts' }).limit(20).execute(),
  )
  const [, add_day_s] = await timed(() => addEntries({ db, log }))
  const [checked, check_s] = await timed(() =>
    sql<{ wrong: number }>`select count(*) as wrong from (${comparedTotals}) as compared
      where (kept_debit, kept_credit, kept_entries) is distinct from (debit, credit, entries)`.execute(db),
  )
  const found = balance.lines
    .map(({ account, opening, debits, credits }) => ({ account, opening, debits, credits }))
    .sort((a, b) => (a.account < b.account ? -1 : 1))
  const is_same = JSON.stringify(found) === JSON.stringify(plain)
  const times = { kept_s, plain_s, ratio: Math.round(plain_s / kept_s), day_s, list_s, add_day_s, check_s }
  return { entries, add_all_s, ...times, is_same, sum: balance.total, wrong: checked.rows[0]?.wrong }
}

const mark = join(data_dir, 'filled.json')
const postgres = await startPostgres(join(data_dir, 'postgres'), await freePort())
const db = connect(postgres.url('postgres'), { max: 4 })
try {
  if (!existsSync(mark)) {
    await migrate(db)
    const [, fill_s] = await timed(() => fill(db))
    console.log({ fill_s })
    await writeFile(mark, JSON.stringify({ entries }))
  }
  const result = await measure(db)
  console.log(result)
  if (!result.is_same || result.wrong !== 0 || result.kept_s > limit_s) process.exitCode = 1
} finally {
  await db.destroy()
  await postgres.stop()
  if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
}
