import type { Cents } from '../money.ts'
import type { StpBalance } from './schema.ts'

/**
 * Centavos missing in the paying account: `signed` for the payouts already signed, `with_offers` if the workers sign
 * every offer too.
 */
interface Shortfall {
  signed: Cents
  with_offers: Cents
}

/**
 * Calculates how far the free balance at STP (balance less orders in transit) is below the payouts that wait, in
 * centavos. Returns null while the balance is unknown.
 */
export function balanceShortfall(
  account: Pick<StpBalance, 'balance' | 'pending' | 'to_pay_out' | 'offered'>,
): Shortfall | null {
  const { balance, pending, to_pay_out, offered } = account
  if (balance === null || pending === null) return null
  const free = balance - pending
  return {
    signed: Math.max(0, to_pay_out - free),
    with_offers: Math.max(0, to_pay_out + offered - free),
  }
}
