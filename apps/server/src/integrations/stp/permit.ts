/**
 * Why STP is asked, the most urgent first: an order that may or may not be there, a return to confirm, the daily
 * reconciliation, an order whose end nobody told, and whatever staff want to know.
 */
export type QueryPurpose = 'unknown' | 'confirm' | 'reconcile' | 'transit' | 'staff'

/** Asked before every call of a query; `closed`: STP's nightly pause, `budget`: this hour's questions are used up. */
export type Permit = (purpose: QueryPurpose) => Promise<'granted' | 'closed' | 'budget'>

export const alwaysGranted: Permit = async () => 'granted'
