import { z } from 'zod'
import { day, flag, id, instant, required } from '../fields.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { money } from '../money.ts'
import { listQuery, pageOf } from '../page.ts'
import { DIFFERENCE_KINDS, STANDINGS } from './compare.ts'

const count = z.int().nonnegative()
const total = z.object({ count, amount: money })
const sideTotals = z.object({ sent: total, settled: total, back: total })
const totals = z.object({ ours: sideTotals, stp: sideTotals, ledger: sideTotals })

/** How a day stands: waiting or being compared, in agreement, with differences, or not compared for a reason. */
const dayStatus = z.enum(['running', 'balanced', 'differences', 'failed'])
export type DayStatus = z.infer<typeof dayStatus>

/** An operating day: the last comparison of STP's list with our orders and the ledger. */
export const reconciliationDay = z.object({
  operation_date: day,
  status: dayStatus,
  open_differences: count,
  /** Of the last whole comparison, with its instant; null before the first. */
  totals: totals.nullable(),
  checked_at: instant.nullable(),
  /** Compared while the day was still running: more orders may have followed. */
  is_partial: z.boolean(),
  /** The last attempt's end, and why it failed. */
  finished_at: instant.nullable(),
  failure_reason: z.string().nullable(),
})
export type ReconciliationDay = z.infer<typeof reconciliationDay>

const side = z.object({
  standing: z.enum(STANDINGS),
  amount: money,
  account: z.string().nullable(),
  state: z.string().nullable(),
})
export type ReconciliationSide = z.infer<typeof side>

/** Something that the three sides say differently of an order. */
export const reconciliationDifference = z.object({
  id,
  kind: z.enum(DIFFERENCE_KINDS),
  tracking_key: z.string(),
  transfer: id.nullable(),
  /** The day we have the order on; null where we have none. */
  our_day: day.nullable(),
  needs_review: z.boolean(),
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
  /** False where it closed by itself: a later comparison no longer found it. */
  closed_by_staff: z.boolean(),
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

export const reconciliationDetail = reconciliationDay.extend({
  differences: pageOf(reconciliationDifference),
})

export const reconciliationQuery = listQuery(['operation_date'], 10).extend({
  has_differences: flag.optional(),
  from: day.optional(),
  to: day.optional(),
})

export const differencesQuery = listQuery(['found_at'], 10).extend({ open: flag.optional() })

export const dayParams = z.object({ day })

/** A note on a difference; with `close`, an admin's reason for leaving it as it is. */
export const differenceNoteBody = z.object({
  note: required('Escribe la nota', 500),
  close: z.boolean().default(false),
})
export type DifferenceNoteBody = z.infer<typeof differenceNoteBody>

/** What STP last said of the paying account. */
export const stpBalance = z.object({
  /** Null until STP has answered once. */
  balance: money.nullable(),
  /** Of it, what orders in transit will take. */
  pending: money.nullable(),
  asked_at: instant.nullable(),
  /** Settled money as the ledger has it, at the same instant: below zero, since it books what leaves. */
  ledger_balance: money.nullable(),
  /** Balance minus ledger: what was deposited at STP and taken out of it otherwise. */
  difference: money.nullable(),
  /** Why the last question had no answer; the balance is then an older one. */
  failure_reason: z.string().nullable(),
  /** What waits to be paid out: signed, and not with STP or returned by the bank. */
  to_pay_out: money,
  /** Approved offers, which workers may sign at any moment. */
  offered: money,
})
export type StpBalance = z.infer<typeof stpBalance>
