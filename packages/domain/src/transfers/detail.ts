import { z } from 'zod'
import { id, instant, required } from '../fields.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { stpWireState, transferOrder } from './schema.ts'

/** What happens to an order, in the order in which it may happen within one instant. */
export const TRANSFER_EVENTS = [
  'created',
  'claimed',
  'refused',
  'sent',
  'settled',
  'review',
  'asked',
  'resolved',
  'returned',
] as const

const transferEvent = z.object({
  kind: z.enum(TRANSFER_EVENTS),
  at: instant,
  /** Who did it; null: the system, or STP. */
  by: z.string().nullable(),
  note: z.string().nullable(),
})
export type TransferEvent = z.infer<typeof transferEvent>

const transferAttempt = transferOrder.pick({
  id: true,
  attempt: true,
  tracking_key: true,
  order_state: true,
  state: true,
  needs_review: true,
  created_at: true,
})

/** Why each way to settle a review is closed; null where it is open. */
const closedWays = z.object({
  settled: z.string().nullable(),
  returned: z.string().nullable(),
  not_sent: z.string().nullable(),
})

/** `GET /stp/{id}`: the order, its history, the loan's other attempts, and how a review may be settled. */
export const transferDetail = transferOrder.extend({
  events: z.array(transferEvent),
  attempts: z.array(transferAttempt),
  closed_ways: closedWays,
})
export type TransferDetail = z.infer<typeof transferDetail>

/** A message of STP's about an order, as it came and as it was read. */
export const stpMessage = z.object({
  id,
  received_at: instant,
  /** The state in STP's own spelling. */
  stated: z.string().nullable(),
  state: stpWireState.nullable(),
  return_cause: z.string().nullable(),
  ip: z.string().nullable(),
  /** What became of it when it came. */
  outcome: z.string(),
})
export type StpMessage = z.infer<typeof stpMessage>

export const stpMessageQuery = listQuery(['received_at'], 10).pick({ page: true, page_size: true })

/** `POST /stp/{id}/ask`: what STP says of an order at this moment; `stp` null: it has none with that key. */
export const stpRecordAnswer = z.object({
  asked_at: instant,
  stp: z
    .object({
      register_order: z.string(),
      stp_state: z.string(),
      state: stpWireState.nullable(),
      amount: money,
      beneficiary_account: z.string(),
      operation_date: z.string(),
      ts_liquidation: instant.nullable(),
      return_cause: z.string().nullable(),
    })
    .nullable(),
  order: transferDetail,
})
export type StpRecordAnswer = z.infer<typeof stpRecordAnswer>

/** `GET /stp/payouts`: the switch of all payouts, who turned it last, and what waits for staff. */
export const payoutSwitch = z.object({
  paused: z.boolean(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: instant.nullable(),
  /** Orders in manual review. */
  in_review: z.int().nonnegative(),
  /** Orders that wait to be sent. */
  waiting: z.int().nonnegative(),
})
export type PayoutSwitch = z.infer<typeof payoutSwitch>

/** `PUT /stp/payouts`: who stops every payout says why. */
export const payoutSwitchBody = z.discriminatedUnion('paused', [
  z.object({ paused: z.literal(true), reason: required('Escribe el motivo', 500) }),
  z.object({ paused: z.literal(false), reason: z.string().trim().max(500).optional() }),
])
export type PayoutSwitchBody = z.infer<typeof payoutSwitchBody>
