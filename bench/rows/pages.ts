import { interleave } from '../harness/rounds.ts'
import type { Context, Line, Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import { figuresOf, sendPage } from './lists.ts'
import { type List, lists } from './page-first.ts'

const farPage = 1000

async function measurePages({ site, rounds, page_size }: Context, list: List): Promise<Line[]> {
  const { count } = JSON.parse(await sendPage(site, list, { page: 1, page_size }))
  const last = Math.max(1, Math.ceil(count / page_size))
  const far = Math.min(farPage, Math.ceil(last / 2))
  const side = (page: number) => ({
    node: 'servers' as const,
    work: () => sendPage(site, list, { page, page_size }),
  })
  const figures = await interleave(site, { first: side(1), far: side(far), last: side(last) }, rounds)
  const first = figures('first')
  return (['far', 'last'] as const).map((name) => ({
    what: `${list.name}, page ${name === 'far' ? far : last}`,
    ratio: round(figures(name).cpu_ms / first.cpu_ms),
    target: { at_most: 1.2 },
    detail: {
      by_time: round(first.per_s / figures(name).per_s),
      ...figuresOf('page', figures(name)),
      ...figuresOf('first', first),
    },
  }))
}

/** A page far behind, and the last one, against the first page of the same list. */
export const pagesRow: Row = {
  name: 'pages',
  title: 'Page 1,000 and the last page against the first',
  async measure(context) {
    const lines: Line[] = []
    for (const list of [lists.credits, lists.users, lists.orders])
      lines.push(...(await measurePages(context, list)))
    return lines
  },
}
