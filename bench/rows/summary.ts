import { interleave } from '../harness/rounds.ts'
import type { Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import { figuresOf, sendPage } from './lists.ts'
import { lists, prepareTotals, readPageFirst } from './page-first.ts'

const LIST_TARGET = 0.5

/** The figures of the dashboard of this year against the first page of the credits. */
export const summaryRow: Row = {
  name: 'summary',
  title: 'Summary of the dashboard against a first page',
  async measure({ site, rounds, page_size }) {
    await prepareTotals(site)
    const body = { year: new Date().getFullYear() }
    const { credits } = lists
    const figures = await interleave(
      site,
      {
        summary: { node: 'servers', work: () => site.send({ path: '/loan/summary', method: 'POST', body }) },
        list: { node: 'servers', work: () => sendPage(site, credits, { page: 1, page_size }) },
        sql: { node: 'client', work: (turn) => readPageFirst(site, credits, { limit: page_size, turn }) },
      },
      rounds,
    )
    const [summary, page, sql] = [figures('summary'), figures('list'), figures('sql')]
    return [
      {
        what: 'summary of a year',
        ratio: round(summary.cpu_ms / Math.min(page.cpu_ms, sql.cpu_ms / LIST_TARGET)),
        target: { at_most: 2 },
        detail: {
          to_own_list: round(summary.cpu_ms / page.cpu_ms),
          to_sql: round(summary.cpu_ms / sql.cpu_ms),
          ...figuresOf('summary', summary),
          ...figuresOf('list', page),
          ...figuresOf('sql', sql),
        },
      },
    ]
  },
}
