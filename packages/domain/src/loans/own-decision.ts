import type { Instant } from '../dates.ts'

/**
 * What a loan is called that its worker ended (state `declined`): a withdrawn request never was an offer, a declined
 * offer was. «Rechazada» would say that the lender refused it.
 */
export function ownDecisionLabel({ approved_at }: { approved_at: Instant | null }): string {
  return approved_at === null ? 'Retirada por ti' : 'No la tomaste'
}
