import type { IncomingPaymentCallback } from '@quincena/domain/incoming-payments/callback'
import type { MatchRule } from '@quincena/domain/incoming-payments/rules'
import type { Trx } from '../../db/types.ts'

/** The facts of an incoming payment by which it is matched. */
type MatchFacts = Pick<
  IncomingPaymentCallback,
  'referenciaNumerica' | 'conceptoPago' | 'cuentaOrdenante' | 'tipoPago'
>

/** How the module of loans finds what an incoming payment is for. Both run in the payment's transaction. */
export interface PaymentMatcher {
  /** Returns the loan and the rule that found it; null if no rule finds exactly one. */
  findMatch: (trx: Trx, facts: MatchFacts) => Promise<{ loan_id: number; rule: MatchRule } | null>
  /** Returns the folio of a matched loan, for notices to staff. */
  findFolio: (trx: Trx, loan_id: number) => Promise<string>
}

let registered: PaymentMatcher | undefined

/** Registers the matcher; the composition root calls it once, before callbacks are handled. */
export function registerPaymentMatcher(matcher: PaymentMatcher): void {
  registered = matcher
}

/** Returns the registered matcher. Throws if there is none. */
export function paymentMatcher(): PaymentMatcher {
  if (registered === undefined) throw new Error('No matcher is registered for incoming payments')
  return registered
}
