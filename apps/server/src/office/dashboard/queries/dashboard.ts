import {
  type DashboardFigures,
  type DashboardMonth,
  type DashboardSummary,
  MONTH_NAMES,
} from '@quincena/domain/dashboard/schema'
import { businessDay, type Day } from '@quincena/domain/dates'
import type { LoanType } from '@quincena/domain/loans/rules'
import { inOneMessage } from '../../../db/outbox-writer.ts'
import type { Db } from '../../../db/types.ts'
import { toAttention, toWaiting, waitingAt } from './attention.ts'
import { type Figures, figuresOfSpans, indexFigures, type Span, type SpanName } from './figures.ts'

/** A calendar year; this month up to today; and the last month up to the same day. */
function spansOf(year: number, today: Day): Record<SpanName, Span> {
  const firstOfYear = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  const date = Temporal.PlainDate.from(today)
  const earlier = date.subtract({ months: 1 })
  return {
    year: { from: firstOfYear, until: firstOfYear.add({ years: 1 }) },
    current: { from: date.with({ day: 1 }), until: date.add({ days: 1 }) },
    previous: { from: earlier.with({ day: 1 }), until: earlier.add({ days: 1 }) },
  }
}

/** The requests of the year's months by status. */
function yearOf({ count }: Figures, type: LoanType): DashboardMonth[] {
  return MONTH_NAMES.map((name, index) => {
    const ofStatus = (status: number) =>
      count({ figure: 'requested', span: 'year', type, month: index + 1, status })
    return { name, pendientes: ofStatus(1), aceptados: ofStatus(2), rechazados: ofStatus(3) }
  })
}

/** The requests of a span, and what was paid out in it without returned payouts. */
const figuresOf = ({ count, amount }: Figures, span: SpanName): DashboardFigures => ({
  credit_count: count({ figure: 'requested', span, type: 'credit' }),
  advance_count: count({ figure: 'requested', span, type: 'advance' }),
  total_credit: amount({ figure: 'sent', span, type: 'credit' }),
  total_advance: amount({ figure: 'sent', span, type: 'advance' }),
})

/** The dashboard's figures of a calendar year in Mexico City, and of today. Amounts in centavos. */
export async function summarize(db: Db, year: number, now: Temporal.Instant): Promise<DashboardSummary> {
  const [sums, counts] = await inOneMessage(db, (send) =>
    Promise.all([send(figuresOfSpans(spansOf(year, businessDay(now)))), send(waitingAt(now))]),
  )
  const [figures, waiting] = [indexFigures(sums), toWaiting(counts, now)]
  const ofYear = figuresOf(figures, 'year')
  const documented = figures.count({ figure: 'worker', state: 'complete' })
  const undocumented = figures.count({ figure: 'worker', state: 'incomplete' })
  return {
    ...ofYear,
    u2_users: documented + undocumented,
    loans: ofYear.credit_count + ofYear.advance_count,
    graph_data: {
      credits: yearOf(figures, 'credit'),
      advances: yearOf(figures, 'advance'),
      documentation_data: [
        { name: 'Con documentos', value: documented },
        { name: 'Sin documentos', value: undocumented },
      ],
    },
    months: { current: figuresOf(figures, 'current'), previous: figuresOf(figures, 'previous') },
    attention: toAttention(figures, waiting),
  }
}
