import { randomUUID } from 'node:crypto'
import { dashboardCharts } from '@quincena/domain/dashboard/charts'
import { loanDetail } from '@quincena/domain/loans/detail-schema'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { runJob } from '../../../test/jobs.ts'
import { makeActiveLoan, makeReviewedOrder, payWhole } from '../../../test/loans.ts'

let ctx: TestContext
/** Of a manager. */
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

async function readLoan(id: number) {
  const answer = await ctx.app.inject({ url: `${ctx.api}/loan/${id}`, headers })
  return loanDetail.parse(answer.json())
}

/** Pays the installment to pay and `more` pesos, which lower the later installments. */
async function pay(id: number, more: number) {
  const { amount_due, to_pay } = (await ctx.app.inject({ url: `${ctx.api}/loan/${id}`, headers })).json()
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: {
      ...{ loan_request: id, amount_paid: Math.round((to_pay.amount + more) * 100) / 100 },
      ...{ previous_amount_due: amount_due, excess: 'lower_payment' },
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

const storedSums = async () => {
  const { rows } = await sql<{ due_date: string; amount_cents: number; loans: number }>`
    select due_date, amount_cents, loans from due_date_sum order by due_date`.execute(ctx.deps.db)
  return rows
}

test('adds up the installments still to pay of the schedules in force, by due date', async () => {
  const untouched = (await makeActiveLoan(ctx, { amount_cents: 600_000, term: 6 })).loan
  const partly = (await makeActiveLoan(ctx, { amount_cents: 700_000, term: 6 })).loan
  const prepaid = (await makeActiveLoan(ctx, { amount_cents: 800_000, term: 6 })).loan
  const advance = (await makeActiveLoan(ctx, { type: 'advance', amount_cents: 150_000 })).loan
  const settled = (await makeActiveLoan(ctx, { amount_cents: 900_000, term: 6 })).loan
  await pay(partly.id, -100.5)
  await pay(prepaid.id, 3_000)
  await payWhole(ctx, settled)
  await makeReviewedOrder(ctx)
  await runJob(ctx.deps, 'sum-due-dates', {})

  const expected = new Map<string, { amount: number; loans: number }>()
  for (const { id } of [untouched, partly, prepaid, advance]) {
    const { schedule, amount_due } = await readLoan(id)
    // What is owed covers the last rows of the schedule in force; the first ones are paid.
    let left = amount_due
    for (const { due_date, payment } of schedule.toReversed()) {
      const amount = Math.min(left, payment)
      left -= amount
      if (amount === 0) continue
      const sum = expected.get(due_date) ?? { amount: 0, loans: 0 }
      expected.set(due_date, { amount: sum.amount + amount, loans: sum.loans + 1 })
    }
  }
  const sums = await storedSums()
  expect(sums).toEqual(
    [...expected]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([due_date, { amount, loans }]) => ({ due_date, amount_cents: amount, loans })),
  )
  const { rows } = await sql<{ owed: number }>`
    select sum(amount_due_cents)::bigint as owed from loan where state = 'active'
      and id not in (select id from loan_clarification)`.execute(ctx.deps.db)
  expect(sums.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(rows[0]?.owed)
})

test('two servers that count at once both succeed, and the sums stay those of one count, in 10 races', async () => {
  const count = () => runJob(ctx.deps, 'sum-due-dates', {})
  const sums = await storedSums()
  expect(sums).not.toEqual([])
  for (let race = 0; race < 10; race += 1) {
    await sql`delete from due_date_sum`.execute(ctx.deps.db)
    await Promise.all([count(), count()])
    expect(await storedSums()).toEqual(sums)
  }
})

test('the chart shows the next due dates with the time of the count, and no past one', async () => {
  // Signs in for each reading, because a session ends on the days that pass.
  const readCharts = async () => {
    headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
    const answer = await ctx.app.inject({ url: `${ctx.api}/dashboard/charts`, headers })
    return dashboardCharts.parse(answer.json()).falling_due
  }
  const sums = await storedSums()
  const { counted_at, dates } = await readCharts()
  expect(dates).toEqual(
    sums.slice(0, 12).map(({ due_date, amount_cents: amount, loans }) => ({ due_date, amount, loans })),
  )
  expect(Temporal.Instant.from(counted_at ?? '').equals(ctx.clock.now)).toBe(true)
  ctx.clock.now = Temporal.Instant.from(`${sums[0]?.due_date}T18:00:00Z`)
  expect((await readCharts()).dates).toHaveLength(Math.min(12, sums.length))
  ctx.clock.now = Temporal.Instant.from(`${sums[0]?.due_date}T18:00:00Z`).add({ hours: 24 })
  expect((await readCharts()).dates[0]?.due_date).toBe(sums[1]?.due_date)
  await runJob(ctx.deps, 'sum-due-dates', {})
  expect((await storedSums())[0]?.due_date).toBe(sums[1]?.due_date)
})
