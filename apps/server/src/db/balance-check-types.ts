import type { Always } from './column.ts'

/** An answer of STP about the balance beside our books; the formula is in docs/decisions/050. */
interface BalanceCheck {
  id: Always<number>
  checked_at: string
  balance_cents: number
  pending_cents: number
  cash_cents: number
  transit_cents: number
  difference_cents: Always<number>
  /** The difference if STP had already taken its pending charges from the balance. */
  difference_if_net_cents: Always<number>
  low_cents: number
  high_cents: number
  verdict: 'verified' | 'moving' | 'difference' | 'unopened'
}

/** A difference that lasts. */
interface BalanceCase {
  id: Always<number>
  difference_cents: number
  since: string
  opened_at: string
  seen_at: string
  owner_id: number | null
  closed_at: string | null
  explanation: string | null
}

interface CashMovementFile {
  id: string
  file_name: string
  media_type: string
  size_bytes: number
  sha256: string
  uploaded_by: number
  created_at: string
}

/** The tables of migration 042. */
export interface BalanceCheckTables {
  balance_check: BalanceCheck
  balance_case: BalanceCase
  cash_movement_file: CashMovementFile
}
