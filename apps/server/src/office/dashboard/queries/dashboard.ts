import { type DashboardMonth, type DashboardSummary, MONTH_NAMES } from '@quincena/domain/dashboard/schema'
import { businessDay } from '@quincena/domain/dates'
import { type LoanType, statesOfStatus } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { countAttention } from './attention.ts'
import { compareMonths, sumSent, yearSpan } from './month-figures.ts'

interface MonthCount {
  type: LoanType
  month: number
  requested: number
  aceptados: number
  rechazados: number
  pendientes: number
}

/** Counts the loans requested in a year by type, month and status. */
function countByMonth(db: Db, year: number): Promise<MonthCount[]> {
  const inStates = (status: 'INA' | 'APP' | 'REJ') =>
    sql<number>`count(*) filter (where state = any(${statesOfStatus(status)}))`
  return db
    .selectFrom('loan')
    .where('requested_day', '>=', `${year}-01-01`)
    .where('requested_day', '<', `${year + 1}-01-01`)
    .select(['type', sql<number>`extract(month from requested_day)::int`.as('month')])
    .select([
      sql<number>`count(*)`.as('requested'),
      inStates('APP').as('aceptados'),
      inStates('REJ').as('rechazados'),
      inStates('INA').as('pendientes'),
    ])
    .groupBy(['type', 'month'])
    .execute()
}

function countWorkers(db: Db) {
  return db
    .selectFrom('app_user')
    .where('user_type', '=', 'U2')
    .where('is_active', '=', true)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where has_all_documents)`.as('documented'),
    ])
    .executeTakeFirstOrThrow()
}

function yearOf(counts: MonthCount[], type: LoanType): DashboardMonth[] {
  return MONTH_NAMES.map((name, index) => {
    const figures = counts.find((count) => count.type === type && count.month === index + 1)
    const { aceptados = 0, rechazados = 0, pendientes = 0 } = figures ?? {}
    return { name, aceptados, rechazados, pendientes }
  })
}

function countRequests(counts: MonthCount[], type: LoanType): number {
  return counts.filter((count) => count.type === type).reduce((sum, { requested }) => sum + requested, 0)
}

/** The dashboard's figures of a calendar year in Mexico City, and of today. Amounts in centavos. */
export async function summarize(db: Db, year: number, now: Temporal.Instant): Promise<DashboardSummary> {
  const today = businessDay(now)
  const [counts, sent, workers, months, attention] = await Promise.all([
    countByMonth(db, year),
    sumSent(db, yearSpan(year)),
    countWorkers(db),
    compareMonths(db, today),
    countAttention(db, now),
  ])
  const [credit_count, advance_count] = [countRequests(counts, 'credit'), countRequests(counts, 'advance')]
  return {
    credit_count,
    advance_count,
    total_credit: sent.credit,
    total_advance: sent.advance,
    u2_users: workers.all,
    loans: credit_count + advance_count,
    graph_data: {
      credits: yearOf(counts, 'credit'),
      advances: yearOf(counts, 'advance'),
      documentation_data: [
        { name: 'Con documentos', value: workers.documented },
        { name: 'Sin documentos', value: workers.all - workers.documented },
      ],
    },
    months,
    attention,
  }
}
