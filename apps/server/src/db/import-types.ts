import type { CompanyForm } from '@quincena/domain/companies/schema'
import type { ImportKind, RowOutcome, RowProblem } from '@quincena/domain/imports/schema'
import type { UserForm } from '@quincena/domain/users/forms'
import type { ColumnType } from 'kysely'
import type { Always, Filled, Json } from './column.ts'

interface ImportJob {
  id: Always<number>
  kind: ImportKind
  company_id: number | null
  uploaded_by: number
  ip: string | null
  file_name: string
  file_sha256: Buffer
  headers: Json<string[]>
  fields: Json<(string | null)[]>
  state: Filled<'waiting' | 'running' | 'finished'>
  rows_total: number
  created_count: Filled<number>
  updated_count: Filled<number>
  unchanged_count: Filled<number>
  rejected_count: Filled<number>
  rows_done: Always<number>
  created_at: string
  finished_at: string | null
}

interface ImportRow {
  job_id: number
  number: number
  cells: ColumnType<(string | null)[] | null, string, string | null>
  /** The row parsed by the domain's schema, money in centavos. */
  form: ColumnType<UserForm | CompanyForm | null, string | null, string | null>
  problems: ColumnType<RowProblem[] | null, string | null, string | null>
  outcome: RowOutcome | null
}

/** The tables of the imports (migrations/016_imports.sql), column by column. */
export interface ImportTables {
  import_job: ImportJob
  import_row: ImportRow
}
