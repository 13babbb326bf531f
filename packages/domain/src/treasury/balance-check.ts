import type { Cents } from '../money.ts'

/**
 * What a check of STP's balance says. `verified`: equal to the centavo. `moving`: money moved while STP answered, and
 * the difference may be that. `difference`: what moved cannot explain it. `unopened`: the account's opening balance is
 * not in the books yet.
 */
export const BALANCE_VERDICTS = ['verified', 'moving', 'difference', 'unopened'] as const
export type BalanceVerdict = (typeof BALANCE_VERDICTS)[number]

/** Our books at one instant, in centavos. */
export interface BooksAtInstant {
  cash: Cents
  /** Orders that STP has and has not settled, of every purpose. */
  transit: Cents
  /** Received money that STP was asked about a short while ago: STP's balance may have it, our books do not. */
  unconfirmed: Cents
  /** Orders on their way to STP without its answer: STP may have taken their money, our books have not. */
  unanswered: Cents
}

interface StpSide {
  balance: Cents
  pending: Cents
}

/** A check's verdict, by which reading of the books, and the bounds of the difference that lasts, in centavos. */
export interface BalanceJudgment {
  verdict: Exclude<BalanceVerdict, 'unopened'>
  books: BooksAtInstant
  low: Cents
  high: Cents
}

/** STP's free balance less ours, in centavos: positive if STP has more. */
export function balanceDifference(
  { balance, pending }: StpSide,
  { cash, transit }: Pick<BooksAtInstant, 'cash' | 'transit'>,
): Cents {
  return balance - pending - (cash - transit)
}

/**
 * Judges STP's answer by our books read just before and just after it. STP may have up to `unconfirmed` more than our
 * books and up to `unanswered` less for a moment; only a difference beyond that is sure. Equality to the centavo with
 * either reading verifies the balance; otherwise the later reading is the one to show.
 */
export function judgeBalance(
  stp: StpSide,
  [before, after]: readonly [BooksAtInstant, BooksAtInstant],
): BalanceJudgment {
  const equal = [after, before].find((books) => balanceDifference(stp, books) === 0)
  if (equal !== undefined) return { verdict: 'verified', books: equal, low: 0, high: 0 }
  const differences = [balanceDifference(stp, before), balanceDifference(stp, after)]
  const low = Math.min(...differences) - Math.max(before.unconfirmed, after.unconfirmed)
  const high = Math.max(...differences) + Math.max(before.unanswered, after.unanswered)
  return { verdict: low <= 0 && high >= 0 ? 'moving' : 'difference', books: after, low, high }
}

/** Received money may explain a difference only while STP's answer about it is expected. */
export const UNCONFIRMED_FOR = { hours: 2 }

/** A difference lasts if checks this far apart find it. */
export const LASTING_AFTER = { minutes: 10 }

/** A movement that may explain a difference; `effect` is what it would add to STP's balance less ours, in centavos. */
export interface EffectOf {
  effect: Cents
}

/**
 * Finds the movements whose effect is the difference, else the first pair of movements whose effects add up to it.
 * Returns their positions.
 */
export function explainDifference(difference: Cents, movements: readonly EffectOf[]): number[] {
  const alone = movements.findIndex(({ effect }) => effect === difference)
  if (alone >= 0) return [alone]
  const positions = new Map<Cents, number>()
  for (const [position, { effect }] of movements.entries()) {
    const partner = positions.get(difference - effect)
    if (partner !== undefined) return [partner, position]
    if (!positions.has(effect)) positions.set(effect, position)
  }
  return []
}
