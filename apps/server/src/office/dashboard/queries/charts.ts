import { spanOfAge } from '@quincena/domain/collections/ageing'
import {
  type ApprovalWeek,
  CHARTED_COMPANIES,
  CHARTED_DUE_DATES,
  CHARTED_WEEKS,
  type DashboardCharts,
  type FallingDue,
  LATE_AGES,
  OWED_AGES,
  type OwedAge,
  type OwedByCompany,
} from '@quincena/domain/dashboard/charts'
import { addDays, businessDay, type Day, weekdayOf } from '@quincena/domain/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

interface OwedRow {
  company_id: number | null
  name: string | null
  age: OwedAge
  amount: number
}

/** SQL of the late age of a due date in `owed.due`; null for a day that is not late. */
const lateAge = (today: Day) => {
  const ages = LATE_AGES.map((age) => {
    const { from, to } = spanOfAge(age, today)
    return sql`when owed.due between ${from ?? '0001-01-01'}::date and ${to ?? '9998-12-31'}::date then ${age}::text`
  })
  return sql`case ${sql.join(ages, sql` `)} end`
}

/** Loans of a payable state whose order is in review; loans with a returned payout are not payable. */
const payableInClarification = sql`
  select coalesce(loan.company_id, 0), loan.state, loan.next_payment_date, -loan.amount_due_cents
  from loan where loan.state in ('active', 'overdue') and loan.id in (
    select loan_id from transfer where status = 'review' or contested_at is not null)`

/**
 * What is owed by company and age, in centavos, of the loans in force but those in clarification: the kept sums by
 * company and, of late loans, by due date.
 */
async function sumOwed(db: Db, today: Day): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select company.id as company_id, company.name, sums.age, sums.amount from (
      select owed.company, sum(owed.amount)::bigint as amount,
        coalesce(case when owed.state = 'overdue' then ${lateAge(today)} end, 'current') as age
      from (
        select part, state, day, amount_cents from dashboard_figure where figure = 'owed'
        union all ${payableInClarification}
      ) as owed (company, state, due, amount)
      group by owed.company, age
    ) as sums left join company on company.id = sums.company`.execute(db)
  return rows
}

const noDebt: OwedByCompany['owed'] = {
  ...{ current: 0, late_1: 0, late_8: 0, late_31: 0, late_61: 0, late_91: 0 },
}

const totalOf = ({ owed }: OwedByCompany) => OWED_AGES.reduce((sum, age) => sum + owed[age], 0)

function addOwed(company: OwedByCompany['company'], parts: readonly OwedByCompany['owed'][]): OwedByCompany {
  const owed = { ...noDebt }
  for (const part of parts) for (const age of OWED_AGES) owed[age] += part[age]
  return { company, owed }
}

/** One bar for each of the companies that owe most, and one for the rest. */
function toBars(rows: readonly OwedRow[]): OwedByCompany[] {
  const bars = new Map<number | null, OwedByCompany>()
  for (const { company_id, name, age, amount } of rows) {
    const company = { id: company_id, name: name ?? 'Sin empresa' }
    const before = bars.get(company_id)?.owed ?? noDebt
    bars.set(company_id, { company, owed: { ...before, [age]: before[age] + amount } })
  }
  const sorted = [...bars.values()].filter((bar) => totalOf(bar) > 0).sort((a, b) => totalOf(b) - totalOf(a))
  const rest = sorted.slice(CHARTED_COMPANIES).map(({ owed }) => owed)
  const others = rest.length === 0 ? [] : [addOwed({ id: null, name: 'Otras' }, rest)]
  return [...sorted.slice(0, CHARTED_COMPANIES), ...others]
}

/** What falls due on the next due dates, by the nightly count. */
async function readFallingDue(db: Db, today: Day): Promise<FallingDue> {
  const rows = await db
    .selectFrom('due_date_sum')
    .selectAll()
    .where('due_date', '>=', today)
    .orderBy('due_date')
    .limit(CHARTED_DUE_DATES)
    .execute()
  const dates = rows.map(({ due_date, amount_cents: amount, loans }) => ({ due_date, amount, loans }))
  return { counted_at: rows[0]?.computed_at ?? null, dates }
}

/** The Monday of a day's week. */
const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

const hours = sql`approval_hours(created_at, approved_at)`

/** SQL of one approval time of the week and step of a row `place`, by an order of all of them. */
const oneOfStep = (order: RawBuilder<unknown>) => sql`
  select ${hours} as hours from loan
  where type = 'credit' and approved_at >= created_at and approval_week(approved_at) = place.week
    and approval_step(${hours}) = place.step
  order by ${hours} ${order} limit 1`

/**
 * How long the approvals of each of the last weeks took. A percentile is interpolated between two of them, as by
 * `percentile_cont`. The kept numbers of approvals by step say in which step these lie and how far from its beginning;
 * the index `loan_approval_time` finds them there. Where all of a step took equally long, its first will do.
 */
async function timeApprovals(db: Db, today: Day): Promise<ApprovalWeek[]> {
  const first = addDays(mondayOf(today), -7 * (CHARTED_WEEKS - 1))
  const { rows } = await sql<ApprovalWeek>`
    -- The first week is a subquery, because a plan that knew it would look cheaper: planning takes longer than all else.
    with step as (
      select day as week, part as step, sum(loans)::bigint as loans from dashboard_figure
      where figure = 'approved' and day >= (select ${first}::date) group by 1, 2 having sum(loans) > 0
    ), ranked as (
      select week, step, loans, (sum(loans) over (partition by week order by step))::bigint - loans as earlier from step
    ), wanted as (
      select week, count, share, share * (count - 1) as rank
      from (select week, sum(loans)::bigint as count from step group by week) as total
      cross join (values (0.5::float8), (0.9::float8)) as percentile (share)
    ), place as (
      select wanted.week, count, share, rank - floor(rank) as between_both, step, (number - earlier)::bigint as distance
      from wanted cross join lateral (values (floor(rank)), (ceil(rank))) as neighbour (number)
      join ranked on ranked.week = wanted.week and number >= earlier and number < earlier + loans
    ), valued as (
      select place.week, count, share, between_both, found.hours
      from place
      cross join lateral (${oneOfStep(sql`asc`)}) as shortest
      cross join lateral (${oneOfStep(sql`desc`)}) as longest
      cross join lateral (
        ${oneOfStep(sql`offset case when shortest.hours = longest.hours then 0 else distance end`)}
      ) as found
    ), interpolated as (
      select week, count, share, min(hours) + between_both * (max(hours) - min(hours)) as hours
      from valued group by week, count, share, between_both
    )
    select week, count, max(hours) filter (where share = 0.5) as median_hours,
      max(hours) filter (where share = 0.9) as p90_hours
    from interpolated group by week, count`.execute(db)
  const found = new Map(rows.map((row) => [row.week, row]))
  return Array.from({ length: CHARTED_WEEKS }, (_, index) => {
    const week = addDays(first, 7 * index)
    return found.get(week) ?? { week, count: 0, median_hours: null, p90_hours: null }
  })
}

/** The figures of the dashboard's further charts. Amounts in centavos. */
export async function readCharts(db: Db, now: Temporal.Instant): Promise<DashboardCharts> {
  const today = businessDay(now)
  const [owed, falling_due, approvals] = await Promise.all([
    sumOwed(db, today),
    readFallingDue(db, today),
    timeApprovals(db, today),
  ])
  return { owed: toBars(owed), falling_due, approvals }
}
