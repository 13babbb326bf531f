/** Open: offered to staff. Confirmed: all of its money is used. Dismissed: a callback without money, or our own money. */
export const INCOMING_STATUSES = ['open', 'confirmed', 'dismissed'] as const
export type IncomingPaymentStatus = (typeof INCOMING_STATUSES)[number]

/**
 * Where the return of an incoming payment to its sender stands. requested: waits for a second person; ordered: the order
 * stands; settled: STP returned it.
 */
export const RETURN_STATES = ['requested', 'ordered', 'settled'] as const
