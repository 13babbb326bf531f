import type { LoanFacts } from '@quincena/domain/loan-imports/facts'
import type { BalanceKind, SheetProblem } from '@quincena/domain/loan-imports/schema'
import type { ColumnType } from 'kysely'
import type { Always, Filled, Json } from './column.ts'

interface LoanImport {
  id: Always<number>
  uploaded_by: number
  file_name: string
  file_sha256: Buffer
  cut_off_day: string
  balance_kind: BalanceKind
  difference_limit_cents: number
  accepts_differences: boolean
  loans_total: number
  loans_done: Filled<number>
  created_count: number
  unchanged_count: number
  state: Filled<'waiting' | 'approved' | 'finished' | 'failed' | 'refused'>
  approval_id: number | null
  approved_by: number | null
  problems: ColumnType<SheetProblem[] | null, string | null, string | null>
  created_at: string
  finished_at: string | null
}

interface LoanImportRow {
  loan_import_id: number
  /** The row of the sheet of loans. */
  number: number
  former_id: string
  user_id: number
  company_id: number
  facts: Json<LoanFacts>
  outcome: 'created' | 'unchanged'
  claimed_cents: number
  calculated_cents: number
  loan_id: number | null
  /** Rows of the sheet of payments, in the order of the facts; null in imports of before. */
  payment_rows: ColumnType<number[] | null, string | null, string | null>
  balance_row: number | null
}

/** The tables of the imports of loans (migrations 137 and 144), column by column. */
export interface LoanImportTables {
  loan_import: LoanImport
  loan_import_row: LoanImportRow
}
