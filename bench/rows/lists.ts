import { interleave, type Measured } from '../harness/rounds.ts'
import type { Context, Line, Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { type List, lists, prepareTotals, readPageFirst } from './page-first.ts'

export const figuresOf = (name: string, { per_s, p50_ms, p99_ms, node_ms, postgres_ms }: Measured) => ({
  [`${name}_per_s`]: round(per_s, 1),
  [`${name}_p50_ms`]: round(p50_ms, 1),
  [`${name}_p99_ms`]: round(p99_ms, 1),
  [`${name}_node_ms`]: round(node_ms),
  [`${name}_postgres_ms`]: round(postgres_ms),
})

/** Reads a page over HTTP. */
export const sendPage = (
  site: Site,
  { path }: List,
  { page, page_size }: { page: number; page_size: number },
) => site.send({ path: `${path}&page=${page}&page_size=${page_size}` })

/** Throws unless the hand-written SQL reads the rows of the answer, in its order, and its total. */
async function requireSameRows(site: Site, list: List, page_size: number): Promise<void> {
  const answer = JSON.parse(await sendPage(site, list, { page: 1, page_size }))
  const rows = await readPageFirst(site, list, { limit: page_size, turn: 0 })
  const { rows: totals } = await site.pool.query('select total from bench.total where name = $1', [list.name])
  const idsOf = (some: { id: number }[]) => some.map(({ id }) => id).join(' ')
  if (idsOf(answer.results) !== idsOf(rows) || answer.count !== totals[0].total)
    throw new Error(`${list.name}: the hand-written SQL reads other rows than the answer has`)
}

async function measureList({ site, rounds, page_size }: Context, list: List): Promise<Line> {
  await requireSameRows(site, list, page_size)
  const figures = await interleave(
    site,
    {
      http: { node: 'servers', work: () => sendPage(site, list, { page: 1, page_size }) },
      sql: { node: 'client', work: (turn) => readPageFirst(site, list, { limit: page_size, turn }) },
    },
    rounds,
  )
  const [http, sql] = [figures('http'), figures('sql')]
  return {
    what: list.name,
    ratio: round(sql.cpu_ms / http.cpu_ms, 3),
    target: { at_least: 0.5 },
    detail: {
      by_time: round(http.per_s / sql.per_s, 3),
      node: round(sql.node_ms / http.node_ms, 3),
      postgres: round(sql.postgres_ms / http.postgres_ms, 3),
      ...figuresOf('http', http),
      ...figuresOf('sql', sql),
    },
  }
}

/** The first page of the lists of the staff app against hand-written page-first SQL, by processor time. */
export const listsRow: Row = {
  name: 'lists',
  title: 'First page of a list with session and exact total, against page-first SQL',
  async measure(context) {
    await prepareTotals(context.site)
    const { credits, requested, approved, rejected, advances, users, companies, orders } = lists
    const lines: Line[] = []
    for (const list of [credits, requested, approved, rejected, advances, users, companies, orders])
      lines.push(await measureList(context, list))
    return lines
  },
}
