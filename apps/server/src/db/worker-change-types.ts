import type { Always } from './column.ts'

interface WorkerChange {
  id: Always<number>
  user_id: number
  field: 'created' | 'salary' | 'company' | 'email' | 'account' | 'name' | 'rfc' | 'curp'
  before_text: string | null
  after_text: string | null
  changed_by: number
  changed_at: string
  import_id: number | null
  confirmed_by: number | null
  confirmed_at: string | null
}

/** The table of migrations/058_worker_changes.sql, column by column; the fields are those of migrations/070. */
export interface WorkerChangeTables {
  worker_change: WorkerChange
}
