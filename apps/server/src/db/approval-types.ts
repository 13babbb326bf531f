import type { ApprovalState, Deciders } from '@quincena/domain/approvals/rules'
import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import type { AuditSubject } from '@quincena/domain/audit/words'
import type { Always, Filled, Json } from './column.ts'

interface ApprovalRow {
  id: Always<number>
  action: string
  subject: AuditSubject
  subject_id: number
  payload: Json<object>
  title: string
  amount_cents: number | null
  person: string | null
  lines: Json<ApprovalLine[]>
  deciders: Deciders
  is_single: boolean
  /** Null: the command line asks. */
  requested_by: number | null
  requested_at: string
  state: Filled<ApprovalState>
  decided_by: number | null
  decided_at: string | null
  reason: string | null
  result: Json<object> | null
}

/** The table of migrations/036_approvals.sql, column by column. */
export interface ApprovalTables {
  approval: ApprovalRow
}
