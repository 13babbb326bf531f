import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { unreviewedOffers } from './unreviewed-offers.ts'

/** A range of days: includes `from`, excludes `until`. */
export interface Span {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
}

/** A sum of loans or workers, and of centavos; of a span of days and a month in it, or of now. */
interface Figure<SpanName> {
  figure: 'requested' | 'sent' | 'state' | 'worker' | 'overdue_in_clarification' | 'unreviewed'
  span: SpanName | null
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

const valuesOf = (spans: Record<string, Span>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(spans).map(
      ([name, { from, until }]) => sql`(${name}, ${from.toString()}::date, ${until.toString()}::date)`,
    ),
  )

type Sums = Pick<Figure<string>, 'count' | 'amount'>

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

/**
 * Reads the figures of spans of days and of now, all of one moment. The time does not depend on the number of loans: the
 * kept sums and the changes since they were last added up are read.
 */
export async function readFigures<SpanName extends string>(db: Db, spans: Record<SpanName, Span>) {
  const { rows } = await sql<Figure<SpanName>>`
    select span.name as span, figure, extract(month from day)::int as month, type, state, part as status,
      sum(loans)::bigint as count, sum(amount_cents)::bigint as amount
    from (values ${valuesOf(spans)}) as span (name, first, until)
    join dashboard_figure on figure in ('requested', 'sent') and day >= span.first and day < span.until
    group by 1, 2, 3, 4, 5, 6
    union all
    select null, figure, null, type, state, null, sum(loans)::bigint, 0
    from dashboard_figure where figure in ('state', 'worker') group by figure, type, state
    union all ${overdueInClarification}
    union all
    select null, 'unreviewed', null, null, null, null, ${unreviewedOffers}, 0`.execute(db)
  const sumsOf = indexSums(rows)
  return {
    /** How many loans or workers the figures with these values count. */
    count: (wanted: Partial<Figure<SpanName>>) => sumsOf(wanted).count,
    /** The centavos of the figures with these values. */
    amount: (wanted: Partial<Figure<SpanName>>) => sumsOf(wanted).amount,
  }
}

export type Figures<SpanName extends string> = Awaited<ReturnType<typeof readFigures<SpanName>>>
