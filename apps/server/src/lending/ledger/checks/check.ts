import { type RawBuilder, sql } from 'kysely'

/** What a check of the ledger is called and proves. */
export interface Proof {
  name: string
  /** What the check proves, in Spanish, for the reader of the report. */
  proves: string
  /** The unit of `expected` and `found`: centavos, a plain number, or a day as the number of days since 1970-01-01. */
  unit: 'cents' | 'number' | 'day'
}

/** One comparison of the ledger with the records in SQL, made for every row of its group. */
export interface Check extends Proof {
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

/** A disagreement between the ledger and the records. */
export interface LedgerDifference {
  check: string
  /** `loan`, `transfer`, `payment` or `entry`; `ledger` (id 0) for the total of an account. */
  subject: string
  id: number
  /** A value in the check's unit; null if the record is missing. */
  expected: number | null
  found: number | null
}

export interface LedgerCheck extends Proof {
  /** The number of rows that were checked. */
  looked_at: number
  wrong: number
  /** The first `DIFFERENCES_SHOWN`. */
  differences: LedgerDifference[]
}

export const DIFFERENCES_SHOWN = 100

/** Returns an SQL text literal. */
export const text = (value: string) => sql`${sql.lit(value)}::text`
