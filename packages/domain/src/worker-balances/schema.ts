import { z } from 'zod'
import { flag, id, idText, instant } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'
import { MOVEMENT_KINDS } from './movements.ts'
import { REFUND_STATES } from './rules.ts'

const refundState = z.enum(REFUND_STATES)

/** The refund of a part of a worker's balance: its approval, and its order once somebody released it. */
export const refund = z.object({
  /** Id of the approval. */
  id,
  user: id,
  worker: z.string(),
  amount: money,
  state: refundState,
  requested_at: instant,
  /** True if the worker requested it. */
  by_worker: z.boolean(),
  /** Who requested and who decided it; null for workers. */
  requester: z.string().nullable(),
  decider: z.string().nullable(),
  decided_at: instant.nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** Last four digits of the account that gets the money. */
  account_last4: z.string(),
  /** The order that sends the money; null until it is released. */
  transfer: id.nullable(),
  /** Why the order waits, such as a limit of the day; null for workers. */
  held_reason: z.string().nullable(),
  /** When STP settled the order. */
  settled_at: instant.nullable(),
})
export type Refund = z.infer<typeof refund>

/** Body of `POST /treasury/balances/{id}/refund`. */
export const refundBody = z.object({ amount: positiveMoney('El monto debe ser mayor a cero.') })

/** Body of `POST /treasury/balances/{id}/pay-receivable`: what the balance pays of what is owed apart. */
export const receivableBody = z.object({ amount: positiveMoney('El monto debe ser mayor a cero.') })

export const refundQuery = listQuery(['requested_at'], 20).extend({
  /** `open`: requested or on its way. `done`: with an outcome. */
  state: z.enum(['open', 'done']).optional(),
  user__id: idText.optional(),
})

/** What the lender and a worker owe each other beside the loans. */
export const workerBalance = z.object({
  user: id,
  balance: money,
  /** What the worker owes apart from the loans, such as money received twice. */
  receivable: money,
  /** The newest refund. */
  refund: refund.nullable(),
  /** The account that a refund goes to. */
  account: z.object({ bank: z.string(), last4: z.string() }).nullable(),
  /** Why the whole balance cannot be refunded now, in Spanish. */
  refund_problem: z.string().nullable(),
})
export type WorkerBalance = z.infer<typeof workerBalance>

/** One change of a worker's balance, or of what the worker owes apart. */
export const balanceMovement = z.object({
  id,
  at: instant,
  kind: z.enum(MOVEMENT_KINDS),
  /** True if the movement takes back an earlier one of its kind. */
  is_reversal: z.boolean(),
  /** `receivable`: the movement changes what the worker owes apart. */
  side: z.enum(['balance', 'receivable']),
  /** Positive if the balance, or what is owed, grows. */
  amount: money,
  /** The balance, or what is owed, after it. */
  left: money,
  loan: z.object({ id, folio: z.string() }).nullable(),
  payment: id.nullable(),
  transfer: id.nullable(),
  incoming_payment: id.nullable(),
})
export type BalanceMovement = z.infer<typeof balanceMovement>

export const movementQuery = listQuery(['at'], 10).pick({ page: true, page_size: true })

/** A worker in the list of balances. */
export const workerBalanceRow = z.object({
  /** Id of the worker. */
  id,
  name: z.string(),
  key: z.string().nullable(),
  company: z.string().nullable(),
  balance: money,
  receivable: money,
  /** The refund that has no outcome yet. */
  refund: z.object({ id, state: refundState, amount: money }).nullable(),
})
export type WorkerBalanceRow = z.infer<typeof workerBalanceRow>

export const workerBalanceQuery = listQuery(['balance', 'receivable', 'name'], 20).extend({
  /** True: the workers who owe money apart from their loans. Default: those who have a balance. */
  owes: flag.optional(),
})

const sum = z.object({ count: z.int().nonnegative(), amount: money })

/** `GET /treasury/balances/summary`: the totals of all workers. */
export const balanceSummary = z.object({
  /** Equal the ledger's accounts `worker_balance` and `worker_receivable`. */
  balances: sum,
  receivables: sum,
  /** The refunds that wait for a second person, and those on their way. */
  requested: sum,
  sending: sum,
})
export type BalanceSummary = z.infer<typeof balanceSummary>

/** Body of `POST /loan/{id}/use-balance`. `previous_amount_due` is the debt that the caller saw. */
export const useBalanceBody = z.object({
  amount_paid: positiveMoney('La cantidad pagada debe ser mayor a cero.'),
  previous_amount_due: money,
})
export type UseBalanceBody = z.infer<typeof useBalanceBody>
