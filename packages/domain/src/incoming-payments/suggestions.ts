import type { Cents } from '../money.ts'

/**
 * Why received money may be for a loan or a worker: the loan's folio stands in the concept, its number in the reference,
 * the worker's account sent the money, the payer has the worker's name, or the amount is exactly what is to be paid now
 * or what settles the loan.
 */
export const SUGGESTION_REASONS = ['folio', 'reference', 'account', 'name', 'amount', 'payoff'] as const
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number]

/** Spanish text of each reason. */
export const reasonNames: Readonly<Record<SuggestionReason, string>> = {
  folio: 'folio en el concepto',
  reference: 'número en la referencia',
  account: 'misma cuenta',
  name: 'mismo nombre',
  amount: 'monto exacto de su pago',
  payoff: 'monto exacto para liquidar',
}

const weights: Readonly<Record<SuggestionReason, number>> = {
  folio: 16,
  account: 8,
  reference: 6,
  name: 5,
  payoff: 3,
  amount: 2,
}

/** How strongly the reasons speak for a suggestion; a folio outweighs what several workers may share. */
export function weightOf(reasons: readonly SuggestionReason[]): number {
  return reasons.reduce((sum, reason) => sum + weights[reason], 0)
}

/** Returns the reasons that lie in the amount, in centavos: an exact payment, or else an exact payoff. */
export function amountReasons(
  amount: Cents,
  { to_pay, payoff }: { to_pay: { amount: Cents } | null; payoff: Cents },
): SuggestionReason[] {
  if (amount === payoff) return ['payoff']
  return to_pay?.amount === amount ? ['amount'] : []
}

const shortestWord = 3

/**
 * Returns the words of a payer's name that a worker's name must have, without accents and in lower case; none for a name
 * of one word, which says too little.
 */
export function payerWords(payer_name: string | null): string[] {
  const plain = (payer_name ?? '')
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^a-z0-9ñ]+/).filter((word) => word.length >= shortestWord)
  return words.length < 2 ? [] : [...new Set(words)]
}
