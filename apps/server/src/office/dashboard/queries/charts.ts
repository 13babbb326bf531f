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
import { addDays, businessDay, type Day, startOfDay, TIME_ZONE } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { isClear } from '../../../lending/loans/queries/clarification.ts'

interface OwedRow {
  company_id: number | null
  name: string | null
  age: OwedAge
  amount: number
}

/** The days of the late ages as rows: `(age, first, last)`. */
const lateSpans = (today: Day) =>
  sql.join(
    LATE_AGES.map((age) => {
      const { from, to } = spanOfAge(age, today)
      return sql`(${age}, ${from ?? '0001-01-01'}::date, ${to ?? '9998-12-31'}::date)`
    }),
  )

/**
 * What is owed by company and age, in centavos, of the loans in force but those in clarification. Reads the index
 * `loan_collection` alone.
 */
async function sumOwed(db: Db, today: Day): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select sums.company_id, company.name, sums.age, sums.amount from (
      select loan.company_id, coalesce(late.age, 'current') as age, sum(loan.amount_due_cents)::bigint as amount
      from loan left join (values ${lateSpans(today)}) as late (age, first, last)
        on loan.state = 'overdue' and loan.next_payment_date between late.first and late.last
      where loan.state in ('active', 'overdue') and ${isClear('loan')}
      group by 1, 2
    ) as sums left join company on company.id = sums.company_id`.execute(db)
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
const mondayOf = (day: Day): Day => addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)

/** How long the approvals of each of the last weeks took; reads the index `loan_approved_at`. */
async function timeApprovals(db: Db, today: Day): Promise<ApprovalWeek[]> {
  const first = addDays(mondayOf(today), -7 * (CHARTED_WEEKS - 1))
  const hours = sql`extract(epoch from approved_at - created_at)::float8 / 3600`
  const { rows } = await sql<ApprovalWeek>`
    select date_trunc('week', approved_at at time zone ${sql.lit(TIME_ZONE)})::date as week, count(*) as count,
      percentile_cont(0.5) within group (order by ${hours}) as median_hours,
      percentile_cont(0.9) within group (order by ${hours}) as p90_hours
    from loan where type = 'credit' and approved_at >= ${startOfDay(first)} and approved_at >= created_at
    group by 1`.execute(db)
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
