import type { Size } from '../fill-database.ts'
import type { Rounds } from './rounds.ts'
import type { Site } from './site.ts'

/** What a ratio has to be. */
export type Target = { at_least: number } | { at_most: number }

/** A figure of the table. */
export interface Line {
  /** What was measured. */
  what: string
  ratio: number
  target: Target
  /** The figures behind it. */
  detail: Readonly<Record<string, number | string>>
}

/** What a row measures with. */
export interface Context {
  /** The running server on the large data. */
  site: Site
  /** Rounds under load. */
  rounds: Rounds
  /** Rows of a page: as many as the screens ask when they open. */
  page_size: number
  /** The server that is measured: the folder of a checkout. */
  server: string
  size: Size
  /** A server on a tenth of the data; it runs until the end of the row. */
  openSmall: () => Promise<Site>
  /** A server on a small database of its own, which is deleted at the end of the row. */
  openScratch: () => Promise<Site>
}

/** A row of the table in docs/performance.md. */
export interface Row {
  name: string
  title: string
  measure: (context: Context) => Promise<Line[]>
}

export const isMet = ({ ratio, target }: Pick<Line, 'ratio' | 'target'>): boolean =>
  'at_least' in target ? ratio >= target.at_least : ratio <= target.at_most

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
