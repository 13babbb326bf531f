import { type RawBuilder, sql } from 'kysely'

/** One thing that the books must say as the records do, asked of every row of its group. */
export interface Check {
  name: string
  /** What it proves, for the person who reads the answer. */
  proves: string
  /** Of what the expected and the found are: an amount in centavos, or a plain number. */
  unit: 'cents' | 'number'
  /** What a row is: loan, transfer, payment, … */
  subject: RawBuilder<unknown>
  expected: RawBuilder<unknown>
  found: RawBuilder<unknown>
}

/** Checks that read the same rows, so that the books are read once for all of them. */
export interface CheckGroup {
  /** A query whose rows have an `id`, and `entries` where a row stands for many. */
  rows: RawBuilder<unknown>
  checks: Check[]
}

export const text = (value: string) => sql`${sql.lit(value)}::text`
