import { z } from 'zod'
import { flag, id, instant, required } from '../fields.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { APPROVAL_STATES, DECIDERS } from './rules.ts'

/** A fact that the deciding person reads; `before` is the present value if the action changes it. */
const approvalLine = z.object({
  label: z.string(),
  value: z.string(),
  before: z.string().optional(),
  /** The stored file of a movement of the lender's own at STP, which the dialog opens. */
  file: z.uuid().optional(),
})
export type ApprovalLine = z.infer<typeof approvalLine>

/** A command that waits for a second person, as its requester described it. */
export const approval = z.object({
  id,
  /** Name of the command: `refund.release`. */
  action: z.string(),
  /** Kind and id of the record that the command changes. */
  subject: z.string(),
  /** 0 if the request creates its subject. */
  subject_id: z.int().nonnegative(),
  state: z.enum(APPROVAL_STATES),
  title: z.string(),
  /** The money that the command moves; null if it moves none. */
  amount: money.nullable(),
  /** The person or company that it concerns. */
  person: z.string().nullable(),
  lines: z.array(approvalLine),
  /** Null: the command line asks. */
  requested_by: id.nullable(),
  requester: z.string(),
  requested_at: instant,
  deciders: z.enum(DECIDERS),
  /** Number of active users who could decide it, without the requester and whom a request of the command line concerns. */
  deciders_count: z.int().nonnegative(),
  /** Who approved or refused it; null for workers. */
  decider: z.string().nullable(),
  /** When it was approved, refused, withdrawn or found stale. */
  decided_at: instant.nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
})
export type Approval = z.infer<typeof approval>

/** Answer (202) of a call whose command waits for a second person. */
export const approvalRequested = z.object({ approval })

export const approvalQuery = listQuery(['requested_at'], 20)
  .omit({ search: true })
  .extend({
    /** `decided`: every state but `open`. */
    state: z.enum([...APPROVAL_STATES, 'decided']).optional(),
    action: z.string().max(60).optional(),
    /** True: those that the caller requested. False: those of others that the caller's role may decide. */
    mine: flag.optional(),
  })

/** `GET /approvals/summary`: what waits for the caller, and whether there is a second person at all. */
export const approvalSummary = z.object({
  waiting: z.int().nonnegative(),
  active_staff: z.int().nonnegative(),
  active_admins: z.int().nonnegative(),
  /** Changes of settings that wait for another admin, oldest first. */
  setting_changes: z
    .array(z.object({ id, action: z.string(), requested_by: id, requester: z.string() }))
    .default([]),
})
export type ApprovalSummary = z.infer<typeof approvalSummary>

export const refusalBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })
