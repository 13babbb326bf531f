import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { statementFor } from '../../../db/compile-once.ts'
import { unreviewedOffers } from './unreviewed-offers.ts'

/** Of requests and payouts: a calendar year, or days of this month and the last one. */
export type SpanName = 'year' | 'current' | 'previous'

/** A range of days: includes `from`, excludes `until`. */
export interface Span {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
}

/** A sum of loans or workers, and of centavos; of a span of days, or of now. */
interface Figure {
  figure: 'requested' | 'sent' | 'state' | 'worker' | 'overdue_in_clarification' | 'unreviewed'
  span: SpanName | null
  /** Of the year, the month. */
  month: number | null
  type: LoanType | null
  /** Of workers, whether they have all documents. */
  state: LoanState | 'complete' | 'incomplete' | null
  /** Of requests the number of the status: 1 not decided, 2 approved, 3 rejected. */
  status: number | null
  count: number
  amount: number
}

/** Overdue loans in clarification. Returned payouts, which are in it too, are not overdue. */
const overdueInClarification = sql`
  select null, 'overdue_in_clarification', null, loan.type, null, null, count(distinct loan.id), 0
  from transfer join loan on loan.id = transfer.loan_id
  where (transfer.status = 'review' or transfer.contested_at is not null) and loan.state = 'overdue'
  group by loan.type`

type Sums = Pick<Figure, 'count' | 'amount'>

/** The sums of rows by the values of some of their fields; each choice of fields is added up once. */
function indexSums<Row extends Sums>(rows: readonly Row[]) {
  const byFields = new Map<string, Map<string, Sums>>()
  const addUp = (names: readonly string[]) => {
    const sums = new Map<string, Sums>()
    for (const row of rows) {
      const key = names.map((name) => Reflect.get(row, name)).join(' ')
      const { count, amount } = sums.get(key) ?? { count: 0, amount: 0 }
      sums.set(key, { count: count + row.count, amount: amount + row.amount })
    }
    return sums
  }
  return (wanted: Partial<Row>): Sums => {
    const names = Object.keys(wanted)
    const sums = byFields.get(names.join(' ')) ?? addUp(names)
    byFields.set(names.join(' '), sums)
    return sums.get(Object.values(wanted).join(' ')) ?? { count: 0, amount: 0 }
  }
}

interface Limits {
  year_from: string
  year_until: string
  current_from: string
  current_until: string
  previous_from: string
  previous_until: string
}

const compileOnce = statementFor<Limits>()
const sumFigures = compileOnce(
  (_db, given) => sql<Figure>`
    -- The year's limits are subqueries, because a plan that knew them would look cheaper and be made at each call.
    select 'year' as span, figure, extract(month from day)::int as month, type, null as state, part as status,
      sum(loans)::bigint as count, sum(amount_cents)::bigint as amount
    from dashboard_month_figure
    where day >= (select ${given('year_from')}::date) and day < (select ${given('year_until')}::date)
    group by figure, 3, type, part
    union all
    select span.name, figure, null, type, null, part, sum(loans)::bigint, sum(amount_cents)::bigint
    from (values
      ('current', ${given('current_from')}::date, ${given('current_until')}::date),
      ('previous', ${given('previous_from')}::date, ${given('previous_until')}::date)
    ) as span (name, first, until)
    join dashboard_figure on figure in ('requested', 'sent') and day >= span.first and day < span.until
    group by span.name, figure, type, part
    union all
    select null, figure, null, type, state, null, sum(loans)::bigint, 0
    from dashboard_figure where figure in ('state', 'worker') group by figure, type, state
    union all ${overdueInClarification}
    union all
    select null, 'unreviewed', null, null, null, null, ${unreviewedOffers}, 0`,
)

/**
 * Sums the figures of spans of days and of now, all of one moment. The time does not depend on the number of loans: the
 * kept sums and the changes since they were last added up are read. The year has whole months.
 */
export const figuresOfSpans = ({ year, current, previous }: Record<SpanName, Span>) =>
  sumFigures({
    ...{ year_from: year.from.toString(), year_until: year.until.toString() },
    ...{ current_from: current.from.toString(), current_until: current.until.toString() },
    ...{ previous_from: previous.from.toString(), previous_until: previous.until.toString() },
  })

/** Makes the sums of `figuresOfSpans` found by some of their values. */
export function indexFigures(rows: readonly Figure[]) {
  const sumsOf = indexSums(rows)
  return {
    /** How many loans or workers the figures with these values count. */
    count: (wanted: Partial<Figure>) => sumsOf(wanted).count,
    /** The centavos of the figures with these values. */
    amount: (wanted: Partial<Figure>) => sumsOf(wanted).amount,
  }
}

export type Figures = ReturnType<typeof indexFigures>
