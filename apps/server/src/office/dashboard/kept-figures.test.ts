import { spanOfAge } from '@quincena/domain/collections/ageing'
import { type DashboardCharts, LATE_AGES, OWED_AGES } from '@quincena/domain/dashboard/charts'
import { MONTH_NAMES } from '@quincena/domain/dashboard/schema'
import { businessDay } from '@quincena/domain/dates'
import { DOCUMENT_COUNT } from '@quincena/domain/documents/rules'
import { LOAN_STATES, type LoanType, wireStatus } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveDocuments, makeCompany, makeStaff } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan, makeWorker, sendState, staffHeaders } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { reversePayment } from '../../lending/payments/commands/reverse-payment.ts'
import { checkFigures, mendFigures } from './commands/check-figures.ts'
import { foldChanges } from './commands/fold-changes.ts'

const today = '2026-11-20'
let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  // Loans are changed in the table to states that commands reach only later.
  ctx = await createTestContext({ is_ledger_checked: false })
  headers = await staffHeaders(ctx)
})

async function readDashboard() {
  const year = { method: 'POST' as const, url: `${ctx.api}/loan/summary`, headers, payload: { year: 2026 } }
  const summary = (await ctx.app.inject(year)).json()
  const charts: DashboardCharts = (
    await ctx.app.inject({ url: `${ctx.api}/dashboard/charts`, headers })
  ).json()
  const { requests, overdue, returned_payouts, unreviewed_advances } = summary.attention
  const owed = charts.owed.map((bar) => bar.owed)
  return {
    ...{ ...summary, attention: { requests, overdue, returned_payouts, unreviewed_advances } },
    owed: Object.fromEntries(OWED_AGES.map((age) => [age, owed.reduce((sum, bar) => sum + bar[age], 0)])),
    approvals: charts.approvals.filter(({ count }) => count > 0),
  }
}

type Loan = Awaited<ReturnType<typeof readRows>>['loans'][number]

async function readRows() {
  const { db } = ctx.deps
  const [loans, workers, documents, orders] = await Promise.all([
    db.selectFrom('loan').selectAll().execute(),
    db
      .selectFrom('app_user')
      .selectAll()
      .where('user_type', '=', 'U2')
      .where('is_active', '=', true)
      .execute(),
    db.selectFrom('document').selectAll().where('loan_id', 'is', null).execute(),
    db.selectFrom('transfer').selectAll().execute(),
  ])
  const inReview = orders.filter(({ status, contested_at }) => status === 'review' || contested_at !== null)
  return { loans, workers, documents, reviewed: new Set(inReview.map(({ loan_id }) => loan_id)) }
}

const isPaidOut = ({ state }: Loan) => ['active', 'overdue', 'completed'].includes(state)
const sumOf = (loans: Loan[], column: 'amount_cents' | 'amount_due_cents') =>
  loans.reduce((sum, loan) => sum + loan[column], 0) / 100

/** The figures of requests and payouts between two days, both included. */
function figuresOf(loans: Loan[], from: string, to: string) {
  const within = (day: string) => day >= from && day <= to
  const requested = (type: LoanType) =>
    loans.filter((loan) => loan.type === type && within(loan.requested_day)).length
  const sent = (type: LoanType) =>
    sumOf(
      loans.filter(
        (loan) =>
          loan.type === type && isPaidOut(loan) && loan.sent_at !== null && within(businessDay(loan.sent_at)),
      ),
      'amount_cents',
    )
  return {
    ...{ credit_count: requested('credit'), advance_count: requested('advance') },
    ...{ total_credit: sent('credit'), total_advance: sent('advance') },
  }
}

/** The months of 2026 by status. */
const monthsOf = (loans: Loan[], type: LoanType) =>
  MONTH_NAMES.map((name, index) => {
    const month = `2026-${String(index + 1).padStart(2, '0')}`
    const asked = loans.filter((loan) => loan.type === type && loan.requested_day.startsWith(month))
    const ofStatus = (status: string) =>
      asked.filter(({ state }) => wireStatus(state).status === status).length
    return { name, aceptados: ofStatus('APP'), rechazados: ofStatus('REJ'), pendientes: ofStatus('INA') }
  })

/** Linear interpolation between the two nearest, as PostgreSQL's `percentile_cont`. */
function percentileOf(sorted: number[], share: number) {
  const rank = share * (sorted.length - 1)
  const [lower = 0, upper = lower] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]]
  return lower + (rank - Math.floor(rank)) * (upper - lower)
}

function approvalsOf(loans: Loan[]) {
  const weeks = new Map<string, number[]>()
  for (const { type, approved_at, created_at } of loans) {
    if (type !== 'credit' || approved_at === null || approved_at < created_at) continue
    const day = Temporal.PlainDate.from(businessDay(approved_at))
    const week = day.subtract({ days: day.dayOfWeek - 1 }).toString()
    const took_h = (Date.parse(approved_at) - Date.parse(created_at)) / 3_600_000
    weeks.set(week, [...(weeks.get(week) ?? []), took_h])
  }
  return [...weeks]
    .filter(([week]) => week >= '2026-09-28')
    .sort()
    .map(([week, hours]) => {
      const sorted = hours.sort((a, b) => a - b)
      const [median_hours, p90_hours] = [0.5, 0.9].map((share) =>
        expect.closeTo(percentileOf(sorted, share), 6),
      )
      return { week, count: sorted.length, median_hours, p90_hours }
    })
}

function owedOf(loans: Loan[], reviewed: Set<number | null>) {
  const payable = loans.filter(({ id, state }) => ['active', 'overdue'].includes(state) && !reviewed.has(id))
  const ageOf = ({ state, next_payment_date }: Loan) =>
    LATE_AGES.find((age) => {
      const { from = '0', to = '9' } = spanOfAge(age, today)
      return (
        state === 'overdue' &&
        next_payment_date !== null &&
        next_payment_date >= (from ?? '0') &&
        next_payment_date <= (to ?? '9')
      )
    }) ?? 'current'
  return Object.fromEntries(
    OWED_AGES.map((age) => [
      age,
      expect.closeTo(
        sumOf(
          payable.filter((loan) => ageOf(loan) === age),
          'amount_due_cents',
        ),
        2,
      ),
    ]),
  )
}

/** The same figures counted row by row. */
async function countRows() {
  const { loans, workers, documents, reviewed } = await readRows()
  const byType = (selects: (loan: Loan) => boolean) => ({
    credit: loans.filter((loan) => loan.type === 'credit' && selects(loan)).length,
    advance: loans.filter((loan) => loan.type === 'advance' && selects(loan)).length,
  })
  const accepted = (user_id: number) =>
    documents.filter(
      (row) => row.user_id === user_id && row.review === 'accepted' && row.replaced_at === null,
    ).length
  const ofYear = figuresOf(loans, '2026-01-01', '2026-12-31')
  const complete = workers.filter(({ has_all_documents }) => has_all_documents).length
  return {
    ...{ ...ofYear, loans: ofYear.credit_count + ofYear.advance_count, u2_users: workers.length },
    graph_data: {
      ...{ credits: monthsOf(loans, 'credit'), advances: monthsOf(loans, 'advance') },
      documentation_data: [
        { name: 'Con documentos', value: complete },
        { name: 'Sin documentos', value: workers.length - complete },
      ],
    },
    months: {
      current: figuresOf(loans, '2026-11-01', today),
      previous: figuresOf(loans, '2026-10-01', '2026-10-20'),
    },
    attention: {
      requests: byType(({ state }) => state === 'requested'),
      overdue: byType(({ id, state }) => state === 'overdue' && !reviewed.has(id)),
      returned_payouts: byType(({ state }) => state === 'payout_returned'),
      unreviewed_advances: loans.filter(
        ({ type, state, user_id }) =>
          type === 'advance' && state === 'approved' && accepted(user_id) < DOCUMENT_COUNT,
      ).length,
    },
    owed: owedOf(loans, reviewed),
    approvals: approvalsOf(loans),
  }
}

test('the dashboard equals the rows after commands: paid, reversed, returned, reviewed, deleted, moved', async () => {
  const admin = asAdmin(await makeStaff(ctx, 'U0'))
  const [first, second, returned] = [
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
  ]
  const steps: (() => Promise<unknown>)[] = [
    () => registerPayment(ctx, admin, { loan: first.loan, amount: 50_000 }),
    async () => {
      const payment_id = await registerPayment(ctx, admin, { loan: second.loan, amount: 70_000 })
      await reversePayment(ctx.deps, admin, { payment_id, reason: 'Era de otra persona' })
    },
    () => sendState(ctx, returned.order, { estado: 'D', causaDevolucion: 1 }),
    async () => {
      const { worker } = await makeLoan(ctx, {
        type: 'advance',
        state: 'approved',
        worker: await makeWorker(ctx, { has_all_documents: false }),
      })
      await foldChanges(ctx.deps)
      await giveDocuments(ctx, worker)
    },
    async () => {
      const { loan } = await makeLoan(ctx)
      const admins = await staffHeaders(ctx, 'U0')
      const url = `${ctx.api}/loan/${loan.id}`
      expect((await ctx.app.inject({ method: 'DELETE', url, headers: admins })).statusCode).toBe(204)
    },
    async () => {
      const { id } = await makeCompany(ctx)
      await ctx.deps.db
        .updateTable('app_user')
        .set({ company_id: id })
        .where('id', '=', first.worker.id)
        .execute()
      await ctx.deps.db.updateTable('loan').set({ company_id: id }).where('id', '=', first.loan.id).execute()
    },
    () =>
      ctx.deps.db
        .updateTable('app_user')
        .set({ is_active: false })
        .where('id', '=', second.worker.id)
        .execute(),
  ]
  for (const step of steps) {
    await step()
    expect(await readDashboard()).toEqual(expect.objectContaining(await countRows()))
  }
  await foldChanges(ctx.deps)
  expect(await readDashboard()).toEqual(expect.objectContaining(await countRows()))
}, 120_000)

/** A whole number from 0 below a limit. */
const below = (limit: number) => Math.floor(Math.random() * limit)

/** Changes a random set of loans in one statement, as the daily close or a command does. */
const changeLoans = (state: string) =>
  sql`
  update loan set state = ${state},
    amount_due_cents = case when ${state} in ('active', 'overdue') then 1 + ${below(90_000)} else 0 end,
    next_payment_date = ${today}::date - ${below(100)}::int, requested_day = ${today}::date - ${below(60)}::int,
    sent_at = case when ${below(3)} > 0 then '2026-11-20T16:00:00Z'::timestamptz - ${below(60)} * interval '1 day' end,
    approved_at = created_at + ${below(400)} * interval '7 minutes'
  where id % ${2 + below(4)} = 0`.execute(ctx.deps.db)

const changeDocuments = (review: string | null) =>
  sql`
  update document set review = ${review} where user_id % ${2 + below(3)} = 0 and kind = 'ine_front'`.execute(
    ctx.deps.db,
  )

test('the dashboard equals the rows while statements, folds and reads run at once', async () => {
  for (const type of ['credit', 'advance'] as const)
    for (let index = 0; index < 12; index += 1) await makeLoan(ctx, { type })
  for (let round = 0; round < 12; round += 1) {
    const state = () => LOAN_STATES[below(LOAN_STATES.length)] ?? 'requested'
    await Promise.all([
      ...Array.from({ length: 4 }, async () => changeLoans(state()).catch(ignoreDeadlock)),
      changeDocuments([null, 'accepted'][below(2)] ?? null),
      ...Array.from({ length: 3 }, () => foldChanges(ctx.deps)),
    ])
    expect(await readDashboard()).toEqual(expect.objectContaining(await countRows()))
  }
  expect(await mendFigures(ctx.deps.db)).toBe(0)
}, 120_000)

/** Four statements that lock the same loans in different orders: of two that wait for each other one is rolled back. */
function ignoreDeadlock(error: unknown) {
  expect(error).toMatchObject({ code: '40P01' })
}

const months = sql<{
  figure: string
  month: string
  type: string
  part: number
  loans: number
  amount: number
}>`
  select figure, month, type, part, loans, amount_cents as amount from dashboard_month
  where loans <> 0 or amount_cents <> 0 order by 1, 2, 3, 4`

test('the kept months equal the loans once the changes are added up', async () => {
  const { db } = ctx.deps
  await foldChanges(ctx.deps)
  const { rows: counted } = await sql`
    select 'requested' as figure, to_char(requested_day, 'YYYY-MM-01') as month, type, case
        when state = 'requested' then 1 when state in ('rejected', 'declined', 'expired', 'cancelled') then 3 else 2
      end as part, count(*) as loans, 0::bigint as amount
    from loan group by 1, 2, 3, 4
    union all
    select 'sent', to_char(sent_at at time zone 'America/Mexico_City', 'YYYY-MM-01'), type, 0, count(*), sum(amount_cents)::bigint
    from loan where sent_at is not null and state in ('active', 'overdue', 'completed') group by 1, 2, 3
    order by 1, 2, 3, 4`.execute(db)
  expect(counted.length).toBeGreaterThan(4)
  expect((await months.execute(db)).rows).toEqual(counted)
})

test('the nightly comparison mends wrong months and logs how many were wrong', async () => {
  const { db } = ctx.deps
  const lines: unknown[] = []
  const log = { ...ctx.deps.log, error: (line: unknown) => void lines.push(line) }
  await foldChanges(ctx.deps)
  const { rows: right } = await months.execute(db)
  const wrongs = [
    sql`update dashboard_month set loans = loans + 1 where figure = 'requested'`,
    sql`update dashboard_month set amount_cents = amount_cents + 1 where figure = 'sent'`,
    sql`delete from dashboard_month where figure = 'sent'`,
    sql`insert into dashboard_month values ('sent', '2020-02-01', 'credit', 0, 1, 100)`,
  ]
  for (const [index, wrong] of wrongs.entries()) {
    await wrong.execute(db)
    await checkFigures({ db, log })
    expect(lines).toHaveLength(index + 1)
    expect((await months.execute(db)).rows).toEqual(right)
  }
  expect(lines.at(-1)).toEqual({ wrong: 1 })
  expect(await mendFigures(db)).toBe(0)
})

test('the nightly comparison mends wrong figures and logs them', async () => {
  const { db } = ctx.deps
  const lines: unknown[] = []
  const log = { ...ctx.deps.log, error: (line: unknown) => void lines.push(line) }
  await foldChanges(ctx.deps)
  await checkFigures({ db, log })
  expect(lines).toEqual([])
  await sql`update dashboard_sum set loans = loans + 1 where figure = 'state'`.execute(db)
  await sql`delete from dashboard_sum where figure = 'owed'`.execute(db)
  await sql`delete from unreviewed_offer`.execute(db)
  await checkFigures({ db, log })
  expect(lines).toHaveLength(1)
  expect(await readDashboard()).toEqual(expect.objectContaining(await countRows()))
  await foldChanges(ctx.deps)
  expect(await readDashboard()).toEqual(expect.objectContaining(await countRows()))
  expect(await mendFigures(db)).toBe(0)
})
