import type { DashboardFigures } from '@quincena/domain/dashboard/schema'
import { type Day, TIME_ZONE } from '@quincena/domain/dates'
import { type LoanType, PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** A range of days: includes `from`, excludes `until`. */
export interface Span {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
}

const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(TIME_ZONE).toInstant().toString()

/** The span of a calendar year. */
export function yearSpan(year: number): Span {
  const from = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  return { from, until: from.add({ years: 1 }) }
}

/** Centavos paid out in a span, in Mexico City's days, without payouts that were returned; by loan type. */
export function sumSent(db: Db, { from, until }: Span): Promise<Record<LoanType, number>> {
  return db
    .selectFrom('loan')
    .where('sent_at', '>=', startOf(from))
    .where('sent_at', '<', startOf(until))
    .where('state', 'in', PAID_OUT_STATES)
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where type = 'credit'), 0)`.as('credit'),
      sql<number>`coalesce(sum(amount_cents) filter (where type = 'advance'), 0)`.as('advance'),
    ])
    .executeTakeFirstOrThrow()
}

async function figuresOf(db: Db, span: Span): Promise<DashboardFigures> {
  const requests = db
    .selectFrom('loan')
    .where('requested_day', '>=', span.from.toString())
    .where('requested_day', '<', span.until.toString())
    .select([
      sql<number>`count(*) filter (where type = 'credit')`.as('credit'),
      sql<number>`count(*) filter (where type = 'advance')`.as('advance'),
    ])
  const [counts, sent] = await Promise.all([requests.executeTakeFirstOrThrow(), sumSent(db, span)])
  return {
    credit_count: counts.credit,
    advance_count: counts.advance,
    total_credit: sent.credit,
    total_advance: sent.advance,
  }
}

/** Figures of this month up to today, and of the last month up to the same day. Amounts in centavos. */
export async function compareMonths(db: Db, today: Day) {
  const date = Temporal.PlainDate.from(today)
  const current = { from: date.with({ day: 1 }), until: date.add({ days: 1 }) }
  const earlier = date.subtract({ months: 1 })
  const previous = { from: earlier.with({ day: 1 }), until: earlier.add({ days: 1 }) }
  return { current: await figuresOf(db, current), previous: await figuresOf(db, previous) }
}
