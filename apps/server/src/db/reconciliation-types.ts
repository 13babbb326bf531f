import type { DayTotals, DifferenceKind, Side } from '@quincena/domain/reconciliation/compare'
import type { Always, Filled, Json } from './column.ts'

interface Reconciliation {
  operation_date: string
  state: 'queued' | 'running' | 'done' | 'failed'
  run: Filled<number>
  requested_at: string
  started_at: string | null
  finished_at: string | null
  failure_reason: string | null
  checked_at: string | null
  totals: Json<DayTotals> | null
  open_differences: Filled<number>
  doubts: Filled<number>
}

interface Sides {
  ours: Json<Side> | null
  stp: Json<Side> | null
  ledger: Json<Side> | null
}

interface ReconciliationOrder extends Sides {
  operation_date: string
  order_type: Filled<'E' | 'R'>
  order_key: string
  tracking_key: string | null
  transfer_id: number | null
  incoming_payment_id: number | null
}

interface ReconciliationDifference extends Sides {
  id: Always<number>
  operation_date: string
  order_type: Filled<'E' | 'R'>
  order_key: string
  kind: DifferenceKind
  tracking_key: string | null
  transfer_id: number | null
  incoming_payment_id: number | null
  seen_run: Filled<number>
  found_at: string
  seen_at: string
  note: string | null
  noted_by: number | null
  noted_at: string | null
  closed_at: string | null
  closed_by: number | null
}

interface StpBalance {
  id: Filled<number>
  tried_at: string
  failure_reason: string | null
  asked_at: string | null
  balance_cents: number | null
  pending_cents: number | null
  ledger_cents: number | null
}

/** The tables of migrations/011_reconciliation.sql and later changes, column by column. */
export interface ReconciliationTables {
  reconciliation: Reconciliation
  reconciliation_order: ReconciliationOrder
  reconciliation_difference: ReconciliationDifference
  stp_balance: StpBalance
}
