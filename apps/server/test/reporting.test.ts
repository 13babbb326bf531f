import { readFileSync } from 'node:fs'
import type { OwedAge } from '@quincena/domain/dashboard/charts'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { prepareReporting, reportingRole } from '../src/db/roles.ts'
import type { Db } from '../src/db/types.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { loansOf } from '../src/lending/loans/queries/loans.ts'
import { exportedPayments } from '../src/lending/payments/queries/payments.ts'
import { readCharts } from '../src/office/dashboard/queries/charts.ts'
import { summarize } from '../src/office/dashboard/queries/dashboard.ts'
import { countUnresolvedTransfers } from '../src/office/health/queries/readiness.ts'
import { addEntries } from '../src/treasury/daily-totals/commands/add-entries.ts'
import { readDay } from '../src/treasury/daily-totals/queries/day.ts'
import { readTrialBalance } from '../src/treasury/daily-totals/queries/trial-balance.ts'
import { listAccountMoves } from '../src/treasury/ledger/queries/account-moves.ts'
import { readLoanBalances } from '../src/treasury/ledger/queries/loan-balances.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeActiveLoan } from './loans.ts'

const document = readFileSync(new URL('../../../docs/reporting.md', import.meta.url), 'utf8')

const databases = inject('databases')
let ctx: TestContext
/** Of the database. */
let name: string
let reports: Db
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
  // A payout that STP has and does not settle, made before the demo asks for the verification of accounts.
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  await makeActiveLoan(ctx)
  ctx.simulator.faults.set([])
  await seedDemo(ctx.deps)
  name = new URL(ctx.superuser_url).pathname.slice(1)
  // As db:roles does; the user exists.
  await prepareReporting(ctx.superuser, { password: '', replaces: false })
  reports = connect(`${databases.reporting_url}${name}`, { max: 1 })
  // The views' days past due are those of the database's clock.
  ctx.setNow(Temporal.Now.instant().toString())
})
afterAll(() => reports.destroy())

type Row = Record<string, string | number | null>

async function ask<Answer = Row>(query: string): Promise<Answer[]> {
  const { rows } = await sql.raw<Answer>(query).execute(reports)
  return rows
}

/** Runs the query of an example of docs/reporting.md as the user of reports. */
function askExample<Answer = Row>(title: string): Promise<Answer[]> {
  const [, query] = document.split(`### ${title}\n`)[1]?.match(/```sql\n(.+?);\n```/s) ?? []
  if (query === undefined) throw new Error(`docs/reporting.md has no query for ${title}`)
  return ask(query)
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const idsOf = async (table: 'loan' | 'payment') =>
  (await ctx.deps.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

test('every view and column has a comment, and the document has the same texts', async () => {
  const { rows } = await sql<{ view: string; column: string | null; text: string | null }>`
    select relname as view, attname as column, col_description(pg_class.oid, coalesce(attnum, 0)) as text
    from pg_class left join lateral (
      select attname, attnum from pg_attribute where attrelid = pg_class.oid and attnum > 0
      union all select null, null) as described on true
    where relnamespace = 'reporting'::regnamespace order by relname, attnum nulls first`.execute(
    ctx.superuser,
  )
  expect(rows.length).toBeGreaterThan(100)
  for (const { view, column, text } of rows) {
    const part = document.split(`### ${view}\n`)[1]?.split('\n### ')[0]
    if (column === null)
      expect(part, view).toMatch(new RegExp(`^${text}\\.\n`.replaceAll('(', '\\(').replaceAll(')', '\\)')))
    else expect(part, view).toContain(`| \`${column}\` | ${text} |`)
  }
  const described = [...document.matchAll(/^\| `(\w+)` \|/gm)]
  expect(described.length).toBe(rows.filter(({ column }) => column !== null).length)
})

test('no view reads a column with personal data or a secret', async () => {
  const { rows } = await sql<{ column: string }>`
    select distinct table_name || '.' || column_name as column from information_schema.view_column_usage
    where view_schema = 'reporting'
      and table_name in ('app_user', 'company', 'transfer', 'payment', 'loan', 'worker_account')`.execute(
    ctx.superuser,
  )
  const columns = rows.map(({ column }) => column)
  expect(columns.filter((name) => name.startsWith('app_user.')).sort()).toEqual([
    ...['app_user.company_id', 'app_user.created_at', 'app_user.has_all_documents', 'app_user.id'],
    ...['app_user.is_active', 'app_user.user_type'],
  ])
  const closed =
    /name|account|email|phone|address|rfc|curp|latitude|longitude|signature|concept|message|reason|reference|voucher|search|url|hash|payer/
  const allowed = ['company.name', 'payment.bank_account_id']
  const open = columns.filter((name) => closed.test(name.split('.')[1] ?? '') && !allowed.includes(name))
  const shown = await sql<{ column: string }>`
    select column_name as column from information_schema.columns where table_schema = 'reporting'`.execute(
    ctx.superuser,
  )
  expect(open).toEqual([])
  const names = ['name', 'bank_account_id', 'debit_account', 'credit_account', 'account']
  expect(shown.rows.filter(({ column }) => closed.test(column) && !names.includes(column))).toEqual([])
})

test('the user of reports reads the views, and no table, and changes nothing', async () => {
  // A connection without settings of its own.
  const client = new pg.Client({ connectionString: `${databases.reporting_url}${name}` })
  await client.connect()
  const { rows: role } = await client.query(
    `select current_user, current_setting('statement_timeout') as statement_limit,
      current_setting('TimeZone') as zone, current_setting('search_path') as path,
      (select rolconnlimit from pg_roles where rolname = current_user) as connections`,
  )
  await client.end()
  expect(role).toEqual([
    {
      ...{ current_user: reportingRole, statement_limit: '1min', zone: 'America/Mexico_City' },
      ...{ path: 'reporting', connections: 5 },
    },
  ])
  const { rows: relations } = await sql<{ relation: string; schema: string }>`
    select format('%I.%I', nspname, relname) as relation, nspname as schema from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and nspname in ('public', 'months', 'pgboss', 'reporting')`.execute(
    ctx.superuser,
  )
  const readable: string[] = []
  for (const { relation, schema } of relations) {
    const isRead = await ask(`select from ${relation} limit 1`).then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/permission denied/)
        return false
      },
    )
    if (isRead !== (schema === 'reporting')) readable.push(relation)
  }
  expect(readable).toEqual([])
  await expect(ask('create temporary table any_name (id int)')).rejects.toThrow(/read-only|permission denied/)
  await ask('set default_transaction_read_only = off')
  for (const change of [
    'create temporary table any_name (id int)',
    'create table reporting.any_name (id int)',
    'create table public.any_name (id int)',
    'create schema any_name',
    'update reporting.companies set name = name',
    'delete from reporting.installments',
    "select public.keep_message_months('2026-11-01')",
    'set role quincena_owner',
  ])
    await expect(ask(change), change).rejects.toThrow(/permission denied/)
  await ask('set default_transaction_read_only = on')
})

test('no function of a query sees the staff behind the view of workers', async () => {
  const [counted] = await ask<{ count: number }>('select count(*) as count from reporting.workers')
  const staff = await ctx.deps.db
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '<>', 'U2')
    .executeTakeFirstOrThrow()
  const seen = await ask(`select 1 / (worker_id - ${staff.id}) as x from reporting.workers`)
  expect(seen).toHaveLength(counted?.count ?? 0)
  expect(await ask(`select from reporting.workers where 1 / (worker_id - ${staff.id}) > 1`)).toEqual([])
})

test('each loan has the days late, the debt and the books of the staff app', async () => {
  const { db } = ctx.deps
  const ids = await idsOf('loan')
  const items = await loansOf(db, ids, businessDay(ctx.clock.now))
  const rows = await ask('select * from reporting.loans order by loan_id')
  expect(rows.map(({ loan_id }) => loan_id)).toEqual(ids)
  expect(items.some(({ days_late }) => days_late > 30)).toBe(true)
  expect(items.some(({ in_clarification }) => in_clarification)).toBe(true)
  const books = await ask('select * from reporting.loan_books order by loan_id')
  for (const [index, item] of items.entries()) {
    const { days_past_due, amount_due_cents, in_clarification, state, total_debt_cents } = rows[index] ?? {}
    expect({ days_past_due, amount_due_cents, in_clarification, state, total_debt_cents }).toEqual({
      ...{ days_past_due: item.days_late, amount_due_cents: item.amount_due, state: item.state },
      ...{ in_clarification: item.in_clarification, total_debt_cents: item.total_debt },
    })
    const { receivable, unearned, income, tax_pending, tax_payable } = await readLoanBalances(db, item.id)
    const kept = books.find(({ loan_id }) => loan_id === item.id)
    if (kept === undefined) {
      expect([0 + receivable, unearned, income, tax_pending, tax_payable], item.folio).toEqual([
        0, 0, 0, 0, 0,
      ])
      continue
    }
    expect(kept).toEqual({
      ...{
        loan_id: item.id,
        receivable_cents: 0 + receivable,
        unearned_cents: unearned,
        income_cents: income,
      },
      ...{ tax_pending_cents: tax_pending, tax_payable_cents: tax_payable },
    })
    // The balance at the end of the loan's statement.
    expect((await listAccountMoves(db, item.id)).at(-1)?.balance).toBe(kept.receivable_cents)
  }
})

test('the portfolio at risk is that of the dashboard', async () => {
  const { owed } = await readCharts(ctx.deps.db, ctx.clock.now)
  const owedAt = (...ages: OwedAge[]) =>
    sumOf(owed.flatMap((company) => ages.map((age) => company.owed[age])))
  const atRisk = owedAt('late_31', 'late_61', 'late_91')
  const all = owedAt('current', 'late_1', 'late_8') + atRisk
  expect(atRisk).toBeGreaterThan(0)
  expect(await askExample('Portfolio at risk')).toMatchObject([{ owed_cents: all, at_risk_cents: atRisk }])
})

test('collections by company and month are the listed payments', async () => {
  const { db } = ctx.deps
  const payments = await exportedPayments(db, await idsOf('payment'))
  const loans = await loansOf(db, await idsOf('loan'), businessDay(ctx.clock.now))
  const companies = new Map(loans.map(({ folio, user }) => [folio, user.company_name]))
  const wanted = new Map<string, { payments: number; amount_cents: number }>()
  for (const { folio, value_date, reversed_at, channel, amount_paid } of payments) {
    if (reversed_at !== null || channel === 'balance') continue
    const key = `${companies.get(folio)} ${value_date.slice(0, 7)}-01`
    const { payments: count, amount_cents } = wanted.get(key) ?? { payments: 0, amount_cents: 0 }
    wanted.set(key, { payments: count + 1, amount_cents: amount_cents + amount_paid })
  }
  const rows = await askExample<{ company: string; month: string; payments: number; amount_cents: number }>(
    'Collections by company and month',
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(new Map(rows.map(({ company, month, ...sums }) => [`${company} ${month}`, sums]))).toEqual(wanted)
})

test('the vintages of a year are what the dashboard calls paid out, and the days of requests and payouts add up to it', async () => {
  const { db } = ctx.deps
  const vintages = await askExample<{
    month: string
    loans: number
    amount_cents: number
    owed_cents: number
  }>('Vintages by month')
  const years = new Set(vintages.map(({ month }) => month.slice(0, 4)))
  for (const year of years) {
    const { total_credit, total_advance, credit_count, advance_count } = await summarize(
      db,
      Number(year),
      ctx.clock.now,
    )
    const ofYear = vintages.filter(({ month }) => month.startsWith(year))
    expect(sumOf(ofYear.map(({ amount_cents }) => amount_cents))).toBe(total_credit + total_advance)
    expect(
      await ask(
        `select sum(amount_cents)::bigint as paid from reporting.payout_days where extract(year from day) = ${year}`,
      ),
    ).toEqual([{ paid: total_credit + total_advance }])
    expect(
      await ask(
        `select sum(loans)::bigint as asked from reporting.request_days where extract(year from day) = ${year}`,
      ),
    ).toEqual([{ asked: credit_count + advance_count }])
    expect(
      await ask(
        `select count(*) as asked from reporting.applications where extract(year from requested_on) = ${year}`,
      ),
    ).toEqual([{ asked: credit_count + advance_count }])
  }
  const owed = await ask(
    `select sum(amount_due_cents)::bigint as owed from reporting.loans where state in ('active', 'overdue')`,
  )
  expect(owed).toEqual([{ owed: sumOf(vintages.map(({ owed_cents }) => owed_cents)) }])
})

test('the trial balance is that of the product, before and after entries are added to the kept totals', async () => {
  const { db } = ctx.deps
  const wanted = await readTrialBalance(db, { from: '2026-11-01', to: '2026-11-30' })
  expect(wanted.lines.length).toBeGreaterThan(8)
  const lines = wanted.lines
    .map(({ account, opening, debits, credits, closing }) => ({
      ...{
        account,
        opening_cents: opening,
        debit_cents: debits,
        credit_cents: credits,
        closing_cents: closing,
      },
    }))
    .toSorted((one, other) => (one.account < other.account ? -1 : 1))
  expect(await askExample('Trial balance')).toEqual(lines)
  await addEntries(ctx.deps)
  expect(await ask('select max(entry_id) as entry from reporting.ledger_entries')).toEqual(
    await ask('select through_entry_id as entry from reporting.ledger_days_mark'),
  )
  expect(await askExample('Trial balance')).toEqual(lines)
  const days = await ask<{
    day: string
    receivable_cents: number
    unearned_cents: number
    tax_pending_cents: number
  }>('select * from reporting.portfolio_days order by day')
  for (const { day, ...portfolio } of days.filter(
    (_day, index) => index % 10 === 0 || index === days.length - 1,
  )) {
    const { lines: ofDay } = await readTrialBalance(db, { from: day, to: day })
    const closing = (account: string) => ofDay.find((line) => line.account === account)?.closing ?? 0
    expect(portfolio).toEqual({
      receivable_cents: closing('loan_receivable'),
      unearned_cents: 0 - closing('unearned_finance_charge'),
      tax_pending_cents: 0 - closing('tax_pending'),
    })
  }
})

test('the money on the way and the orders without an end are those of the treasury', async () => {
  const { db } = ctx.deps
  const accounts = await askExample<{ amount_cents: number }>('Money on the way')
  const { transit } = await readDay(db, '2026-11-30', ctx.clock.now)
  expect(transit.closing).toBeGreaterThan(0)
  expect(sumOf(accounts.map(({ amount_cents }) => amount_cents))).toBe(transit.closing)
  const orders = await askExample<{ status: string; orders: number; amount_cents: number }>(
    'Orders without an end',
  )
  const sent = orders.filter(({ status }) => status === 'sent')
  expect(sumOf(sent.map(({ amount_cents }) => amount_cents))).toBe(transit.closing)
  const unresolved = orders.filter(({ status }) => status !== 'sent')
  expect(unresolved.length).toBeGreaterThan(0)
  expect(unresolved.map(({ status, orders: count }) => ({ status, count }))).toEqual(
    (await countUnresolvedTransfers(db)).toSorted((one, other) => (one.status < other.status ? -1 : 1)),
  )
})
