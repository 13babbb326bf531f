import type { Always } from './column.ts'

interface StaffAccessChange {
  id: Always<number>
  user_id: number
  kind: 'created' | 'promoted' | 'reactivated' | 'email' | 'factor' | 'invited'
  email_before: string | null
  changed_by: number
  changed_at: string
}

/** The table of migrations/068_staff_access_changes.sql, column by column. */
export interface StaffAccessTables {
  staff_access_change: StaffAccessChange
}
