import type {
  reconciliationDay,
  reconciliationDetail,
  reconciliationDifference,
  stpBalance,
} from '@quincena/domain/reconciliation/schema'
import type { z } from 'zod'
import { buildPage } from './server.ts'

type Day = z.input<typeof reconciliationDay>
type Difference = z.input<typeof reconciliationDifference>

const ten = { count: 10, amount: 100_000 }
const none = { count: 0, amount: 0 }
const side = { sent: ten, settled: ten, back: none }

/** A balanced day in the API's format, amounts in pesos; `given` overrides its fields. */
export function reconciledDayOf(given: Partial<Day> = {}): Day {
  return {
    operation_date: '2026-11-20',
    status: 'balanced',
    open_differences: 0,
    in_doubt: none,
    found: none,
    totals: { ours: side, stp: side, ledger: side, received: { ours: none, stp: none } },
    checked_at: '2026-11-21T00:20:00Z',
    is_partial: false,
    finished_at: '2026-11-21T00:20:00Z',
    failure_reason: null,
    ...given,
  }
}

/** The detail of a day with its differences. */
export function dayDetailOf(
  given: Partial<Day> = {},
  differences: Difference[] = [],
): z.input<typeof reconciliationDetail> {
  return { ...reconciledDayOf(given), doubts: [], differences: buildPage(...differences) as never }
}

/** An open difference of kind `amount`. */
export function differenceOf(given: Partial<Difference> = {}): Difference {
  const ours = { standing: 'settled', amount: 800, account: '002180100001187850', state: 'LQ' } as const
  return {
    id: 7,
    kind: 'amount',
    order_type: 'E',
    tracking_key: '193761953D01',
    transfer: 50,
    incoming_payment: null,
    our_day: '2026-11-20',
    needs_review: false,
    ...{ purpose: 'payout' as const, person: 'María López' },
    loan: 121,
    loan_type: 'advance',
    loan_folio: 'A-000121',
    ours,
    stp: { ...ours, amount: 550 },
    ledger: { ...ours, account: null },
    found_at: '2026-11-21T00:20:00Z',
    seen_at: '2026-11-21T00:20:00Z',
    note: null,
    noted_by_name: null,
    noted_at: null,
    closed_at: null,
    closed_by_staff: false,
    ...given,
  }
}

type Balance = z.input<typeof stpBalance>

/** The balance of the STP account in pesos, more than all pending orders need. */
export function balanceOf(given: Partial<Balance> = {}): Balance {
  return {
    balance: 100_000,
    pending: 10_000,
    asked_at: '2026-11-20T16:00:00Z',
    ledger_balance: -50_000,
    difference: 0,
    verdict: 'verified',
    verified_at: '2026-11-20T16:00:00Z',
    failure_reason: null,
    to_pay_out: 20_000,
    offered: 30_000,
    ...given,
  }
}
