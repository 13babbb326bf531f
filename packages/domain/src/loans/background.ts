import { z } from 'zod'
import { DOCUMENT_KINDS } from '../documents/rules.ts'
import { day, id, instant } from '../fields.ts'
import { money } from '../money.ts'
import { workerChangeField } from '../users/schema.ts'
import { LOAN_STATES, LOAN_TYPES } from './rules.ts'

/** Another loan of the person who asks. */
const otherLoan = z.object({
  id,
  folio: z.string(),
  type: z.enum(LOAN_TYPES),
  state: z.enum(LOAN_STATES),
  in_clarification: z.boolean(),
  amount: money,
  /** What is owed now. */
  amount_due: money,
  /** Days since the first uncovered due date of a late loan; 0 otherwise. */
  days_late: z.int().nonnegative(),
  /** The day on which it was rejected, declined, cancelled or expired; null if it was not. */
  ended_on: day.nullable(),
  reason: z.string().nullable(),
})
export type OtherLoan = z.infer<typeof otherLoan>

/** The data of a worker whose changes count for a decision. */
const CHANGED_FIELDS = [...workerChangeField.options, 'phone'] as const

const workerChange = z.object({
  field: z.enum(CHANGED_FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Name of the person who wrote it. */
  by: z.string(),
  /** True if the worker changed it. */
  is_own: z.boolean(),
  at: instant,
  /** Who confirmed it; null for a change of the worker, and while nobody did. */
  confirmed_by: z.string().nullable(),
})
export type WorkerChange = z.infer<typeof workerChange>

/** What staff weigh before they decide: capacity to pay, history, changes of the person's data, documents. */
export const background = z.object({
  /** What falls on one quincena, in money and as a fraction of the biweekly salary (null: unknown salary). */
  capacity: z.object({
    per_month: money.nullable(),
    per_quincena: money,
    share: z.number().nonnegative().nullable(),
    /** The same for the person's other open loans, and of both together. */
    other_per_quincena: money,
    total_share: z.number().nonnegative().nullable(),
    /** The largest loan of this type that the rules allow the person. */
    largest: money,
  }),
  /** The person's open loans and the newest 20 others, newest first, and how many there are in all. */
  other_loans: z.array(otherLoan),
  other_count: z.int().nonnegative(),
  /** The longest delay of a payment of any loan of the person; null if there was none. */
  worst_delay: z.object({ days: z.int().positive(), folio: z.string() }).nullable(),
  /** Changes of the person's data in the last 30 days, newest first. */
  changes: z.array(workerChange),
  documents: z.array(
    z.object({
      kind: z.enum(DOCUMENT_KINDS),
      review: z.enum(['accepted', 'refused', 'pending', 'missing']),
    }),
  ),
})
export type Background = z.infer<typeof background>
