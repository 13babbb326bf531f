import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Size } from '../fill-database.ts'
import type { Machine } from './machine.ts'
import { isMet, type Line, type Target } from './row.ts'

/** What a row of the table gave, and where. */
export interface RowResult {
  name: string
  title: string
  machine: Machine
  size: Size
  lines: Line[]
}

/** The latest result of each row. */
export type Results = Record<string, RowResult>

const marks = { begin: '<!-- results -->', end: '<!-- end of results -->' } as const
/** A row with more lines than this shows the ones that are not met, and the worst of the others. */
const shownLines = 12

const targetText = (target: Target) => ('at_least' in target ? `≥ ${target.at_least}` : `≤ ${target.at_most}`)

function distance({ ratio, target }: Line): number {
  return 'at_least' in target ? target.at_least / ratio : ratio / target.at_most
}

interface Shown {
  row: string
  what: string
  ratio: string
  to_reach: string
  met: string
}

function shownOf({ name, lines }: RowResult): Shown[] {
  const [missed, met] = [lines.filter((line) => !isMet(line)), lines.filter(isMet)]
  const worst = met.toSorted((one, other) => distance(other) - distance(one))[0]
  const isLong = lines.length > shownLines && worst !== undefined
  const shown = isLong ? missed.toSorted((one, other) => distance(other) - distance(one)) : lines
  const text = (line: Line, what = line.what) => ({
    ...{ row: name, what, ratio: String(line.ratio), to_reach: targetText(line.target) },
    met: isMet(line) ? 'yes' : 'no',
  })
  const others = isLong ? [text(worst, `the other ${met.length}, at most (${worst.what})`)] : []
  return [...shown.map((line) => text(line)), ...others]
}

/** Prints the table of all results. */
export function printResults(results: readonly RowResult[]): void {
  console.table(results.flatMap(shownOf))
}

/** Reads the kept results; none if the file does not exist. */
export function readResults(file: string): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function writeResults(file: string, results: Results): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

function machineText({ machine, size }: RowResult): string {
  const { date, commit, cpu, cores, memory_gb, node, postgres, settings } = machine
  const data = `${size.loans.toLocaleString('en')} loans of ${size.users.toLocaleString('en')} workers`
  return `${date}, commit ${commit}, ${data}, ${cores} cores of ${cpu}, ${memory_gb} GB, Node ${node}, PostgreSQL ${postgres} (${settings})`
}

function markdownOf(results: readonly RowResult[]): string {
  const table = results
    .flatMap(shownOf)
    .map(({ row, what, ratio, to_reach, met }) => `| ${row} | ${what} | ${ratio} | ${to_reach} | ${met} |`)
  const machines = Map.groupBy(results, machineText)
  const about = [...machines].map(([text, rows]) => `- ${rows.map(({ name }) => name).join(', ')}: ${text}.`)
  return ['| row | what | ratio | to reach | met |', '|---|---|---|---|---|', ...table, '', ...about].join(
    '\n',
  )
}

/** Replaces the table between the marks of a document. */
export function writeTable(file: string, results: readonly RowResult[]): void {
  const text = readFileSync(file, 'utf8')
  const [before, rest] = text.split(marks.begin)
  const after = rest?.split(marks.end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} has no marks for the table`)
  writeFileSync(file, `${before}${marks.begin}\n${markdownOf(results)}\n${marks.end}${after}`)
}
