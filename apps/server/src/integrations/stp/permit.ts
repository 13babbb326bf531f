/**
 * Why STP is asked, the most urgent first: an order that may or may not be there, a callback to confirm, a page of a
 * list for the reconciliation, an order whose end no callback reported, the holder of an account that a worker registered, a page of a day's incoming payments, one
 * incoming payment, and what staff look up. `stp-permit.ts` has the share of each.
 */
export type QueryPurpose =
  | 'unknown'
  | 'confirm'
  | 'reconcile'
  | 'transit'
  | 'verification'
  | 'received_list'
  | 'received'
  | 'staff'

/**
 * Called before every call of a query. `closed`: STP's nightly pause. `budget`: the queries of this hour are used up.
 */
export type Permit = (purpose: QueryPurpose) => Promise<'granted' | 'closed' | 'budget'>

/** A permit without limits. */
export const alwaysGranted: Permit = async () => 'granted'
