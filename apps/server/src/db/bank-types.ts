import type { StatementColumns } from '@quincena/domain/bank-statements/columns'
import type { LineExplanation, MatchRuleName } from '@quincena/domain/bank-statements/rules'
import type { RowProblem } from '@quincena/domain/imports/schema'
import type { ColumnType } from 'kysely'
import type { Always, Filled, Json } from './column.ts'

interface BankAccount {
  id: Always<number>
  name: string
  bank: string | null
  clabe: string | null
  is_default: Filled<boolean>
  created_at: string
  closed_at: string | null
  statement_columns: ColumnType<StatementColumns | null, string | null, string | null>
}

interface BankStatement {
  id: Always<number>
  bank_account_id: number
  file_name: string
  file_sha256: Buffer
  uploaded_by: number
  headers: Json<string[]>
  state: Filled<'waiting' | 'running' | 'finished'>
  rows_total: number
  added_count: Filled<number>
  known_count: Filled<number>
  rejected_count: Filled<number>
  matched_count: Filled<number>
  rows_done: Always<number | null>
  created_at: string
  finished_at: string | null
}

interface BankStatementRow {
  statement_id: number
  number: number
  cells: Json<(string | null)[]>
  line: ColumnType<object | null, string | null, string | null>
  problems: ColumnType<RowProblem[] | null, string | null, string | null>
}

interface BankLine {
  id: Always<number>
  bank_account_id: number
  statement_id: number
  /** Its row in the file. */
  number: number
  day: string
  description: string
  reference: string
  /** Positive for a deposit, negative for a withdrawal. */
  amount_cents: number
  balance_cents: number | null
  occurrence: number
  content_key: Always<string | null>
  reference_key: Always<string | null>
  search: Always<string | null>
  /** What payments account for; only matches change it. */
  matched_cents: Filled<number>
  explained_as: LineExplanation | null
  explanation: string | null
  explained_by: number | null
  explained_at: string | null
  owner_id: number | null
  created_at: string
}

interface PaymentVoucher {
  id: string
  file_name: string
  media_type: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp'
  size_bytes: number
  sha256: string
  uploaded_by: number
  created_at: string
}

interface BankMatch {
  payment_id: number
  line_id: number
  bank_account_id: number
  amount_cents: number
  rule: MatchRuleName
  matched_by: number | null
  matched_at: string
}

/** The lender's bank accounts and the tables of migrations 039 and 047. */
export interface BankTables {
  bank_account: BankAccount
  bank_statement: BankStatement
  bank_statement_row: BankStatementRow
  bank_line: BankLine
  payment_voucher: PaymentVoucher
  bank_match: BankMatch
}
