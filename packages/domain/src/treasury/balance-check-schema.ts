import { z } from 'zod'
import { flag, id, instant } from '../fields.ts'
import { cents, pesos } from '../money.ts'
import { listQuery } from '../page.ts'
import { BALANCE_VERDICTS } from './balance-check.ts'
import { owner } from './owner.ts'

/** Codec between pesos and centavos without the limit of `money`. */
const money = z.codec(z.number(), z.int(), { decode: cents, encode: pesos })

/** A check of STP's balance. Every amount of STP stays apart from ours, so that a wrong assumption shows. */
export const balanceCheck = z.object({
  id,
  checked_at: instant,
  /** STP's `saldo`. */
  balance: money,
  /** STP's `cargosPendientes`. */
  pending: money,
  /** The books' cash at STP. */
  cash: money,
  /** Orders that STP has and has not settled. */
  transit: money,
  /** (balance - pending) - (cash - transit). */
  difference: money,
  /** The difference if STP's balance were already without its pending charges. */
  difference_if_net: money,
  low: money,
  high: money,
  verdict: z.enum(BALANCE_VERDICTS),
})
export type BalanceCheck = z.output<typeof balanceCheck>

const CANDIDATE_KINDS = ['order', 'receipt', 'listed_order', 'movement'] as const

/** A movement that could explain a difference. */
const balanceCandidate = z.object({
  kind: z.enum(CANDIDATE_KINDS),
  /** The order, the received money or the lender's own movement; null for an order of STP's list that we do not have. */
  record: id.nullable(),
  tracking_key: z.string().nullable(),
  name: z.string().nullable(),
  /** Why it is listed, in Spanish. */
  reason: z.string(),
  at: instant,
  amount: money,
  /** What it would add to STP's balance less ours. */
  effect: money,
  /** It alone, or with another marked one, is the difference. */
  is_match: z.boolean(),
})
export type BalanceCandidate = z.output<typeof balanceCandidate>

/** A difference that lasts. */
export const balanceCase = z.object({
  id,
  difference: money,
  since: instant,
  opened_at: instant,
  seen_at: instant,
  owner: owner.nullable(),
  closed_at: instant.nullable(),
  explanation: z.string().nullable(),
})

export const balanceCaseDetail = balanceCase.extend({ candidates: z.array(balanceCandidate) })
export type BalanceCaseDetail = z.output<typeof balanceCaseDetail>

/** The balance at STP as the last check found it. */
export const balanceState = z.object({
  check: balanceCheck.nullable(),
  /** The lender's account at STP. */
  account: z.string(),
  verified_at: instant.nullable(),
  open_case: balanceCase.nullable(),
  /** The opening balance is not in the books. */
  needs_opening: z.boolean(),
  suspense: z.object({ count: z.int().nonnegative(), amount: money }),
  /** Why STP gave no balance the last time. */
  failure_reason: z.string().nullable(),
})
export type BalanceState = z.output<typeof balanceState>

/** Query of the checks, newest first. */
export const balanceChecksQuery = listQuery([], 20).omit({ ordering: true, search: true })
export const balanceCasesQuery = listQuery([], 20)
  .omit({ ordering: true, search: true })
  .extend({ open: flag.optional() })

/** Body of the opening balance: the check and the amount that the admin saw. */
export const openingBody = z.object({ check: id, amount: money })
