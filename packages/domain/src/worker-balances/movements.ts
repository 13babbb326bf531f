/** The kinds of ledger entries that change a worker's balance or what a worker owes apart from the loans. */
export const MOVEMENT_KINDS = [
  ...(['remainder', 'receipt_to_worker', 'payment', 'refund', 'owed_by_worker', 'second_payout'] as const),
  ...(['receivable_payment', 'claim_charged'] as const),
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]
