import { type RawBuilder, sql } from 'kysely'

/** One comparison of the ledger with the records, made for every row of its group. */
export interface Check {
  name: string
  /** What the check proves, in Spanish, for the reader of the report. */
  proves: string
  /** The unit of `expected` and `found`: centavos or a plain number. */
  unit: 'cents' | 'number'
  /** The kind of record that a row describes: loan, transfer, payment, … */
  subject: RawBuilder<unknown>
  expected: RawBuilder<unknown>
  found: RawBuilder<unknown>
}

/** Checks that read the same rows, so that the ledger is read once for all of them. */
export interface CheckGroup {
  /** A query whose rows have an `id` and the columns that the checks compare. */
  rows: RawBuilder<unknown>
  checks: Check[]
}

/** Returns an SQL text literal. */
export const text = (value: string) => sql`${sql.lit(value)}::text`
