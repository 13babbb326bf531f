import type { ImportKind } from '@quincena/domain/imports/schema'
import type { LoanState } from '@quincena/domain/loans/rules'
import type { Json } from './column.ts'

interface UserSummary {
  id: number
  user_type: 'U0' | 'U1' | 'U2'
  is_active: boolean
  preferences: Json<Record<string, unknown>>
  name: string
}

interface SessionSummary {
  id: number
  ended_at: string | null
  expires_at: string
}

interface ImportSummary {
  id: number
  kind: ImportKind
}

interface LoanSummary {
  id: number
  user_id: number
  type: 'credit' | 'advance'
  state: LoanState
  folio: string
  amount_cents: number
  /** An STP order of the loan is not settled, refused or returned yet, or needs a review. */
  has_open_transfer: boolean
}

/** The views in which a module offers its data to the modules below it (032_views_for_lower_modules.sql). */
export interface Views {
  user_summary: UserSummary
  session_summary: SessionSummary
  import_summary: ImportSummary
  loan_summary: LoanSummary
}
