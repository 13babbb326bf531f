import { z } from 'zod'
import { day, flag, id, instant, required } from '../fields.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { money } from '../money.ts'
import { listQuery, pageOf } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { ORDER_PURPOSES } from '../transfers/rules.ts'
import { BALANCE_VERDICTS } from '../treasury/balance-check.ts'
import { DIFFERENCE_KINDS, RECONCILIATION_STATES } from './compare.ts'

const count = z.int().nonnegative()
const total = z.object({ count, amount: money })
const sideTotals = z.object({ sent: total, settled: total, back: total })
const totals = z.object({
  ours: sideTotals,
  stp: sideTotals,
  ledger: sideTotals,
  /** Money that arrived; null if the comparison is from before received orders were compared. */
  received: z.object({ ours: total, stp: total }).nullable(),
})

/**
 * Status of a day: queued or being compared, without differences, with differences, without differences but with orders
 * in doubt, or the comparison failed.
 */
const dayStatus = z.enum(['running', 'balanced', 'differences', 'doubts', 'balance', 'failed'])
export type DayStatus = z.infer<typeof dayStatus>

/** An operating day with the last comparison of STP's list, our orders and the ledger. */
export const reconciliationDay = z.object({
  operation_date: day,
  status: dayStatus,
  open_differences: count,
  /** Sent orders of the day of which nobody knows where the money is, now. */
  in_doubt: total,
  /** Received orders that the server found in STP's list, without a callback. */
  found: total,
  /** Totals of the last successful comparison; null before the first. */
  totals: totals.nullable(),
  /** Instant of that comparison. */
  checked_at: instant.nullable(),
  /** True if the comparison ran before the day ended, so more orders may have followed. */
  is_partial: z.boolean(),
  /** End of the last attempt. */
  finished_at: instant.nullable(),
  /** Why the last attempt failed; null if it did not. */
  failure_reason: z.string().nullable(),
})
export type ReconciliationDay = z.infer<typeof reconciliationDay>

const side = z.object({
  standing: z.enum(RECONCILIATION_STATES),
  amount: money,
  account: z.string().nullable(),
  state: z.string().nullable(),
})
export type ReconciliationSide = z.infer<typeof side>

/** A difference between the three sides of an order. `seen_at` is the last comparison that found it. */
export const reconciliationDifference = z.object({
  id,
  kind: z.enum(DIFFERENCE_KINDS),
  /** E: an order that we sent. R: one that we received. */
  order_type: z.enum(['E', 'R']),
  tracking_key: z.string().nullable(),
  transfer: id.nullable(),
  incoming_payment: id.nullable(),
  /** The operating day in our database; null if we do not have the order. */
  our_day: day.nullable(),
  needs_review: z.boolean(),
  /** What our order is for; null for a received order and for one that we do not have. */
  purpose: z.enum(ORDER_PURPOSES).nullable(),
  /** The worker whose money it is, or the payer of received money. */
  person: z.string().nullable(),
  loan: id.nullable(),
  loan_type: z.enum(LOAN_TYPES).nullable(),
  loan_folio: z.string().nullable(),
  ours: side.nullable(),
  stp: side.nullable(),
  ledger: side.nullable(),
  found_at: instant,
  seen_at: instant,
  note: z.string().nullable(),
  noted_by_name: z.string().nullable(),
  noted_at: instant.nullable(),
  closed_at: instant.nullable(),
  /** False if a later comparison closed it because it no longer found it. */
  closed_by_staff: z.boolean(),
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

/** A sent order in doubt: in review, contested, or without an answer past its time. */
const doubtedOrder = z.object({
  id,
  tracking_key: z.string(),
  amount: money,
  /** Why; null for an order that waits for STP's answer. */
  reason: z.string().nullable(),
  since: instant,
  loan: id.nullable(),
  loan_type: z.enum(LOAN_TYPES).nullable(),
  loan_folio: z.string().nullable(),
})
export type DoubtedOrder = z.infer<typeof doubtedOrder>

/**
 * Answer of `GET /stp/reconciliation/{day}`: the day with one page of its differences and the first orders in doubt;
 * `GET /stp?in_doubt=true` lists all.
 */
export const reconciliationDetail = reconciliationDay.extend({
  doubts: z.array(doubtedOrder),
  differences: pageOf(reconciliationDifference),
})

/** Query of `GET /stp/reconciliation`. `from` and `to` are operating days, both included. */
export const reconciliationQuery = listQuery(['operation_date'], 10).omit({ search: true }).extend({
  has_differences: flag.optional(),
  /** True: days with orders in doubt. */
  in_doubt: flag.optional(),
  from: day.optional(),
  to: day.optional(),
})

/** Query of a day's differences; `open` true selects those that are not closed. */
export const differencesQuery = listQuery([], 10)
  .omit({ ordering: true, search: true })
  .extend({ open: flag.optional() })

export const dayParams = z.object({ day })

/** Body of the note on a difference. With `close`, an admin closes it and the note is the reason. */
export const differenceNoteBody = z.object({
  note: required('Escribe la nota', TEXT_LIMITS.reason),
  close: z.boolean().default(false),
})
export type DifferenceNoteBody = z.infer<typeof differenceNoteBody>

/** Balance of the paying account in STP's last answer, with what the payouts need. */
export const stpBalance = z.object({
  /** Null until STP answers for the first time. */
  balance: money.nullable(),
  /** The part of it that orders in transit will take. */
  pending: money.nullable(),
  asked_at: instant.nullable(),
  /** The ledger's balance of settled money at the same instant. */
  ledger_balance: money.nullable(),
  /** STP's free balance less the books', by the last check: both without the orders in transit. */
  difference: money.nullable(),
  /** What the last check says of the difference; null before the first. */
  verdict: z.enum(BALANCE_VERDICTS).nullable(),
  /** When a check last found both sides equal to the centavo. */
  verified_at: instant.nullable(),
  /** Why the last query failed; the balance is then from an earlier query. Null if it succeeded. */
  failure_reason: z.string().nullable(),
  /** Payouts that wait: signed but not sent to STP, or returned by the bank. */
  to_pay_out: money,
  /** Sum of the approved offers, which workers may sign at any moment. */
  offered: money,
})
export type StpBalance = z.infer<typeof stpBalance>
