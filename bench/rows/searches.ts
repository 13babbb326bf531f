import { interleave, medianOf } from '../harness/rounds.ts'
import type { Context, Line, Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { figuresOf, sendPage } from './lists.ts'
import { type List, lists, prepareTotals, readPageFirst } from './page-first.ts'

interface Search {
  name: string
  path: (text: string) => string
  /** Its first page without a search is what it is compared with. */
  list: List
  at_most: number
  /** The terms of which the slowest is measured. */
  terms: readonly string[]
}

/** Beginnings and parts of the generated names, folios, numbers and addresses; common and rare ones, and of nobody. */
const terms = [
  'gar',
  'ximena',
  'mar',
  '123',
  'tra',
  'c-0',
  '1234',
  'b12',
  'ximena zuniga',
  'juan carlos garcia',
  'qwxyz',
]
const orderTerms = [...terms, 'textiles', 'molinos', 'trabajador1234@', '0000']

/** A first page of a list that meets its own target takes at most twice as long as page-first SQL. */
const LIST_TARGET = 0.5

const searches: readonly Search[] = [
  { name: 'workers', list: lists.users, at_most: 2, terms, path: (text) => `/auth/users?search=${text}` },
  {
    name: 'loans',
    list: lists.credits,
    at_most: 4,
    terms,
    path: (text) => `/loan?type=credit&search=${text}`,
  },
  {
    name: 'orders',
    list: lists.orders,
    at_most: 4,
    terms: orderTerms,
    path: (text) => `/stp?search=${text}`,
  },
  { name: 'audit', list: lists.audit, at_most: 4, terms, path: (text) => `/audit?search=${text}` },
  { name: 'top bar', list: lists.credits, at_most: 4, terms, path: (text) => `/search?search=${text}` },
]

const tries = 3

async function timeOf(site: Site, path: string): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn < tries; turn += 1) {
    const began = performance.now()
    await site.send({ path })
    took.push(performance.now() - began)
  }
  return medianOf(took)
}

/** The terms with the time of one search alone, slowest first. */
async function slowest({ site, page_size }: Context, search: Search) {
  const times: { term: string; ms: number }[] = []
  for (const term of search.terms)
    times.push({ term, ms: await timeOf(site, searchPath(search, term, page_size)) })
  return times.toSorted((one, other) => other.ms - one.ms)
}

const searchPath = ({ path, name }: Search, term: string, page_size: number) =>
  path(encodeURIComponent(term)) + (name === 'top bar' ? '' : `&page_size=${page_size}`)

async function measureSearch(context: Context, search: Search): Promise<Line> {
  const { site, rounds, page_size } = context
  const times = await slowest(context, search)
  const term = times[0]?.term ?? ''
  const { list } = search
  const figures = await interleave(
    site,
    {
      search: { node: 'servers', work: () => site.send({ path: searchPath(search, term, page_size) }) },
      list: { node: 'servers', work: () => sendPage(site, list, { page: 1, page_size }) },
      sql: { node: 'client', work: (turn) => readPageFirst(site, list, { limit: page_size, turn }) },
    },
    rounds,
  )
  const [found, page, sql] = [figures('search'), figures('list'), figures('sql')]
  const allowed_ms = Math.min(page.cpu_ms, sql.cpu_ms / LIST_TARGET)
  return {
    what: `${search.name}, «${term}»`,
    ratio: round(found.cpu_ms / allowed_ms),
    target: { at_most: search.at_most },
    detail: {
      to_own_list: round(found.cpu_ms / page.cpu_ms),
      to_sql: round(found.cpu_ms / sql.cpu_ms),
      alone: times.map(({ term: text, ms }) => `${text} ${round(ms, 1)} ms`).join(', '),
      ...figuresOf('search', found),
      ...figuresOf('list', page),
      ...figuresOf('sql', sql),
    },
  }
}

/** The slowest of several terms of each search against a first page without a search. */
export const searchesRow: Row = {
  name: 'searches',
  title: 'Slowest search against a first page',
  async measure(context) {
    await prepareTotals(context.site)
    const lines: Line[] = []
    for (const search of searches) lines.push(await measureSearch(context, search))
    return lines
  },
}
