import { CHARTED_COMPANIES, dashboardCharts } from '@quincena/domain/dashboard/charts'
import { addDays } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'

const today = '2026-11-20'
let ctx: TestContext
let read: () => Promise<ReturnType<typeof dashboardCharts.parse>>

beforeAll(async () => {
  // The tests move due dates and approvals in the table.
  ctx = await createTestContext({ is_ledger_checked: false })
  const headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
  read = async () =>
    dashboardCharts.parse((await ctx.app.inject({ url: `${ctx.api}/dashboard/charts`, headers })).json())
})

/** A loan in force of a company, late by some days; 0 days: not late. */
async function makeOwed(company_id: number | null, amount_cents: number, days_late = 0) {
  const worker = await makeWorker(ctx, { company_id })
  const { loan } = await makeActiveLoan(ctx, { worker, amount_cents })
  const late = { state: 'overdue' as const, next_payment_date: addDays(today, -days_late) }
  if (days_late > 0) await ctx.deps.db.updateTable('loan').set(late).where('id', '=', loan.id).execute()
}

test('owed and late by company equal plain sums, the smallest companies in one bar', async () => {
  const companies = await Promise.all(Array.from({ length: CHARTED_COMPANIES + 2 }, () => makeCompany(ctx)))
  for (const [index, { id }] of companies.entries()) await makeOwed(id, 200_000 + 100_000 * index)
  const last = companies.at(-1)
  for (const days of [1, 7, 8, 30, 31, 60, 61, 90, 91, 400]) await makeOwed(last?.id ?? null, 300_000, days)
  const { owed } = await read()
  expect(owed.map(({ company }) => company.name)).toEqual([
    ...companies
      .toReversed()
      .slice(0, CHARTED_COMPANIES)
      .map(({ name }) => name),
    'Otras',
  ])
  const { rows } = await sql<Record<string, number>>`
    select sum(amount_due_cents) filter (where state = 'active')::bigint as current,
      sum(amount_due_cents) filter (where days between 1 and 7)::bigint as late_1,
      sum(amount_due_cents) filter (where days between 8 and 30)::bigint as late_8,
      sum(amount_due_cents) filter (where days between 31 and 60)::bigint as late_31,
      sum(amount_due_cents) filter (where days between 61 and 90)::bigint as late_61,
      sum(amount_due_cents) filter (where days > 90)::bigint as late_91
    from (select *, case state when 'overdue' then ${today}::date - next_payment_date end as days from loan
      where company_id = ${last?.id}) as of_company`.execute(ctx.deps.db)
  expect(owed[0]?.owed).toEqual(rows[0])
  const all = await sql<{ sum: number }>`
    select sum(amount_due_cents)::bigint as sum from loan where state in ('active', 'overdue')`.execute(
    ctx.deps.db,
  )
  const charted = owed.flatMap(({ owed: parts }) => Object.values(parts)).reduce((sum, part) => sum + part, 0)
  expect(charted).toBe(all.rows[0]?.sum)
}, 60_000)

test('approval times are those of credits by the week of their approval in Mexico City', async () => {
  const approve = async (type: 'credit' | 'advance', created_at: string, approved_at: string) => {
    const { loan } = await makeLoan(ctx, { type, state: 'approved', amount_cents: 100_000 })
    await ctx.deps.db.updateTable('loan').set({ created_at, approved_at }).where('id', '=', loan.id).execute()
  }
  const monday = '2026-10-05T'
  for (const hours of ['01', '02', '03', '04', '11'])
    await approve(
      'credit',
      `${monday}12:00:00Z`,
      new Date(Date.parse(`${monday}12:00:00Z`) + Number(hours) * 3_600_000).toISOString(),
    )
  await approve('advance', `${monday}12:00:00Z`, `${monday}12:00:00Z`)
  // Sunday evening in Mexico City is Monday in UTC.
  await approve('credit', '2026-10-11T12:00:00Z', '2026-10-12T04:00:00Z')
  const { approvals } = await read()
  expect(approvals.map(({ week }) => week)).toEqual([
    '2026-09-28',
    '2026-10-05',
    '2026-10-12',
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ])
  expect(approvals[1]).toMatchObject({ count: 6, median_hours: 3.5, p90_hours: 13.5 })
  expect(approvals[2]).toEqual({ week: '2026-10-12', count: 0, median_hours: null, p90_hours: null })
}, 60_000)
