import { businessDay } from '@quincena/domain/dates'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillDatabase } from '../../../bench/fill-database.ts'
import { type Places, pathOf, readPlaces } from '../../../bench/harness/places.ts'
import { settingsFor } from '../src/db/embedded-settings.ts'
import { searchLimits } from '../src/http/pagination.ts'
import { catchStatements, type Statement } from './caught-statements.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { exceptions } from './query-plans/exceptions.ts'
import { addOtherRows, readSizes, scaleStatistics } from './query-plans/other-rows.ts'
import { type ScreenCall, screenCalls } from './query-plans/screen-calls.ts'
import { openPlans, type Scan } from './query-plans/statement-plans.ts'

/** The size at which no call may go through more than 20,000 rows. */
const whole = { loans: 100_000, rows: 20_000 }
const loans = inject('plans')
const isSmall = loans < whole.loans
/** Tables with more rows grow with the loans. */
const smallTable = (whole.rows * loans) / whole.loans
/** Pages and searches may go through so many rows on the way, however many there are. */
const mostRows = isSmall ? 2000 : whole.rows
const usualLimits = { ...searchLimits }

/** These have a row for each company and day or month: at the whole size they are as small as here. */
const boundedTables = new Set(['dashboard_sum', 'dashboard_month', 'ledger_daily_total', 'list_count'])

/** The settings of the bundled PostgreSQL that decide about plans, on a machine with 8 GB. */
const settings = [
  ...settingsFor(8 * 2 ** 30).filter((one) =>
    /^(effective_cache_size|work_mem|random_page_cost|jit)=/.test(one),
  ),
  // Few pages are read faster than an index. So one is left out only where no index fits.
  ...(isSmall ? ['enable_seqscan=off'] : []),
]

let ctx: TestContext
let plans: Awaited<ReturnType<typeof openPlans>>
let places: Places
/** The tables with more rows than the limit, and how many. */
let largeTables: Map<string, number>
let headers: Record<ScreenCall['who'], Record<string, string>>

beforeAll(async () => {
  // The generator's ledger has a test of its own; the other rows have no ledger.
  ctx = await createTestContext({ is_ledger_checked: false })
  const admin = await makeStaff(ctx, 'U0')
  await makeStaff(ctx, 'U1')
  await fillDatabase(ctx.superuser_url, { users: loans / 5, loans }, businessDay(ctx.clock.now))
  await addOtherRows(ctx, { loans, staff: admin.id })
  const isLarge = ([name, rows]: [string, number]) =>
    rows > smallTable && !(isSmall && boundedTables.has(name))
  largeTables = new Map([...(await readSizes(ctx))].filter(isLarge))
  if (isSmall) {
    await scaleStatistics(ctx, [...largeTables.keys()], whole.loans / loans)
    Object.assign(searchLimits, { count: 300, walk: 600, nearby: 100, compared: 300 })
  }
  const pool = new pg.Pool({ connectionString: ctx.superuser_url })
  places = await readPlaces(pool)
  await pool.end()
  headers = { staff: await signIn(ctx, admin), worker: await signIn(ctx, { id: places.worker }) }
  plans = await openPlans(ctx.deps.env.database_url ?? '', settings)
}, 3_600_000)
afterAll(async () => {
  Object.assign(searchLimits, usualLimits)
  await plans.close()
})

const transactionWords = /^(begin|commit|rollback|start transaction)/i

/** True for a scan of a large table from one end to the other, and for one that reads too many rows by its condition. */
function isBad({ table, node, has_condition, rows }: Scan): boolean {
  const all = largeTables.get(table)
  if (all === undefined) return false
  return node === 'Seq Scan' || rows > mostRows || (!has_condition && rows >= all)
}

const scansByStatement = new Map<string, Promise<Scan[]>>()

function scansOf(statement: Statement): Promise<Scan[]> {
  const key = JSON.stringify(statement)
  const scans = scansByStatement.get(key) ?? plans.scansOf(statement)
  scansByStatement.set(key, scans)
  return scans
}

interface Violation {
  path: string
  table: string
  rows: number
  text: string
}

async function violationsOf(path: string, statements: readonly Statement[]): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { text, values } of statements) {
    if (transactionWords.test(text)) continue
    for (const scan of (await scansOf({ text, values })).filter(isBad)) {
      const { node, table, rows } = scan
      violations.push({ path, table, rows, text: `${node} of ${table} reads ${rows} rows: ${path}: ${text}` })
    }
  }
  return violations
}

const isKnown = ({ path, table, rows }: Violation) =>
  exceptions.some(
    ({ paths, tables, is_short }) =>
      paths.test(path) && tables.includes(table) && (is_short === undefined || rows <= mostRows),
  )

/** Sends a call of a screen; returns the statements of the server, and the number of rows of a list. */
async function send({ who, path, body }: ScreenCall) {
  const call = { url: `${ctx.api}${pathOf(path, places)}`, headers: headers[who] }
  const { result, statements } = await catchStatements(
    async () => await ctx.app.inject(body === undefined ? call : { ...call, method: 'POST', payload: body }),
  )
  expect(result.statusCode, result.body).toBe(200)
  expect(statements.length).toBeGreaterThan(0)
  return { statements, count: Number(result.json().count) }
}

async function checkCall(call: ScreenCall): Promise<Violation[]> {
  const { statements, count } = await send(call)
  const violations = await violationsOf(call.path, statements)
  const last = call.has_pages ? Math.ceil(count / 20) : 1
  for (const page of new Set([Math.ceil(last / 2), last])) {
    if (page <= 1) continue
    const path = `${call.path}&page=${page}`
    violations.push(...(await violationsOf(path, (await send({ ...call, path })).statements)))
  }
  return violations
}

test.each(screenCalls)('goes through no large table: $name', async (call) => {
  const violations = await checkCall(call)
  expect(violations.filter((violation) => !isKnown(violation)).map(({ text }) => text)).toEqual([])
})

test.skipIf(isSmall).each(exceptions)('is still an exception: $example', async ({ example, tables }) => {
  const call = screenCalls.findLast(({ path }) => path === example) ?? expect.unreachable(example)
  const scanned = (await checkCall(call)).map(({ table }) => table)
  expect(tables.some((table) => scanned.includes(table))).toBe(true)
})

test('reports a statement that no index fits, and none that has one', async () => {
  const { db } = ctx.deps
  const check = async (work: () => Promise<unknown>) => {
    const { statements } = await catchStatements(work)
    return [...new Set((await violationsOf('', statements)).map(({ table }) => table))]
  }
  const loan = () => db.selectFrom('loan').select('id')
  // A filter without an index, an order without an index, and a count that reads an index from end to end.
  expect(await check(() => loan().where('term', '=', 999).execute())).toEqual(['loan'])
  expect(await check(() => loan().orderBy('term').limit(1).execute())).toEqual(['loan'])
  const all = db.selectFrom('loan').select(({ fn }) => fn.countAll().as('count'))
  expect(await check(() => all.execute())).toEqual(['loan'])
  expect(await check(() => loan().where('id', '=', places.loan).execute())).toEqual([])
  expect(
    await check(() => loan().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute()),
  ).toEqual([])
})
