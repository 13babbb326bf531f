import type { Cents } from '../money.ts'
import type { StpBalance } from './schema.ts'

/** Centavos that the paying account lacks: for what is signed already, and if every offer were signed too. */
interface Shortfall {
  signed: Cents
  with_offers: Cents
}

/** How far what is at STP, less what orders in transit take, falls short of what waits to leave; null when unknown. */
export function balanceShortfall(
  told: Pick<StpBalance, 'balance' | 'pending' | 'to_pay_out' | 'offered'>,
): Shortfall | null {
  const { balance, pending, to_pay_out, offered } = told
  if (balance === null || pending === null) return null
  const free = balance - pending
  return {
    signed: Math.max(0, to_pay_out - free),
    with_offers: Math.max(0, to_pay_out + offered - free),
  }
}
