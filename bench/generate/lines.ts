import { dayText } from './days.ts'

/** A value of a column; null is NULL. */
export type Value = string | number | boolean | null

/** The rows of a table as text for COPY. No text has a tab, a line end or a backslash. */
export class Lines {
  private readonly lines: string[] = []
  readonly table: string
  readonly columns: readonly string[]
  constructor(table: string, columns: readonly string[]) {
    this.table = table
    this.columns = columns
  }
  add(values: readonly Value[]): void {
    let line = ''
    for (const value of values) line += value === null ? '\\N\t' : `${value}\t`
    this.lines.push(line.slice(0, -1))
  }
  /** Takes all rows. */
  take(): Buffer {
    const text = this.lines.length === 0 ? '' : `${this.lines.join('\n')}\n`
    this.lines.length = 0
    return Buffer.from(text)
  }
}

/** Noon in Mexico City on a day. */
export const noonOf = (day: number): string => `${dayText(day)}T18:00:00Z`
