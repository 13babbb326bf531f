import { z } from 'zod'
import { id, instant, required } from '../fields.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { stpWireState, transferOrder } from './schema.ts'

/** The events of an order, sorted as they may follow each other within one instant. */
export const TRANSFER_EVENTS = [
  'created',
  'withdrawn',
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
  /** Name of the staff member; null for the system or STP. */
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

/** For each resolution of a review, the text that explains why it is not possible; null if it is possible. */
const blockedResolutions = z.object({
  settled: z.string().nullable(),
  returned: z.string().nullable(),
  not_sent: z.string().nullable(),
})

/**
 * Answer of `GET /stp/{id}`: the order, its events, the orders of the same loan, or of the same worker and purpose, and the possible resolutions of a review.
 */
export const transferDetail = transferOrder.extend({
  events: z.array(transferEvent),
  attempts: z.array(transferAttempt),
  closed_ways: blockedResolutions,
})
export type TransferDetail = z.infer<typeof transferDetail>

/** A callback of STP about an order: as received and as interpreted. */
export const stpMessage = z.object({
  id,
  received_at: instant,
  /** The state as STP spells it. */
  stated: z.string().nullable(),
  state: stpWireState.nullable(),
  return_cause: z.string().nullable(),
  ip: z.string().nullable(),
  /** What the server did with it on arrival. */
  outcome: z.string(),
})
export type StpMessage = z.infer<typeof stpMessage>

/** Query of the callbacks of an order. */
export const stpMessageQuery = listQuery(['received_at'], 10).pick({ page: true, page_size: true })

/**
 * Answer of `POST /stp/{id}/ask`: STP's current data of an order. `stp` is null if STP has no order with that tracking
 * key.
 */
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

/** Answer of `GET /stp/payouts`: the pause of all payouts, who changed it last, and the number of orders that wait. */
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

/** Body of `PUT /stp/payouts`. A pause needs a reason. */
export const payoutSwitchBody = z.discriminatedUnion('paused', [
  z.object({ paused: z.literal(true), reason: required('Escribe el motivo', TEXT_LIMITS.reason) }),
  z.object({ paused: z.literal(false), reason: z.string().trim().max(TEXT_LIMITS.reason).optional() }),
])
export type PayoutSwitchBody = z.infer<typeof payoutSwitchBody>
