import type { OrderPurpose } from '@quincena/domain/transfers/rules'
import type { Db, Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { TargetColumns, TransferRow } from './rules.ts'

/** A step of an order that changes its subject. It runs in the order's transaction, with both locked. */
type Step<Result = void> = (deps: Deps, trx: Trx, transfer: TransferRow) => Promise<Result>

/**
 * What an order moves money for, as it was when it was locked: for a payout, its loan. Treasury books the order; the
 * steps post to the ledger, change the subject and notify its user.
 */
export interface OrderSubject {
  /** The loan of a payout, which notifications about the order name; null for other purposes. */
  loan_id: number | null
  /** The name under which staff know it, to be read after "de". */
  folio: string
  /** The user whose screens show the order; null if only staff see it. */
  user_id: number | null
  /** True while it waits for an order's money. Else STP's report of an order that is not booked yet goes to review. */
  is_waiting: boolean
  /** True once no order of it is expected: if an order that was never booked came back, only the ledger shows it. */
  is_ended: boolean
  /** STP has the order. Returns the changed subject. */
  onSent: Step<OrderSubject>
  /** The money arrived. */
  onSettled: Step
  /** STP refused the order, or an admin states that it was never sent. */
  onRefused: Step
  /** The money came back; `transfer.state` is still the outcome before. */
  onReturned: Step
  /** STP paid the order beside the settled one that serves the subject. Only where the money moves once for a worker. */
  onPaidTwice?: Step
  /** The money left and came back without a change of the subject: posts both. */
  onSentAndReturned: Step
  /** An admin stated what happened to the money, so the subject may have left its clarification. */
  onCleared?: (deps: Deps, trx: Trx) => Promise<void>
  /** Waits for the order's money again, because STP did send it. Needs the lock of the user. */
  restore: (deps: Deps, trx: Trx) => Promise<OrderSubject>
  /** Returns the Spanish reason why an admin must decide about a return; null if it may be booked. */
  findReturnDoubt: (trx: Trx) => Promise<string | null>
}

/** The columns by which the handlers find the subject of an order. */
type OrderKey = TargetColumns & Pick<TransferRow, 'id'>

/** What the module that orders money registers for the orders of its purpose. */
export interface OrderHandlers {
  /** Reads and locks the subject of an order until the transaction ends; `with_user` locks its user before it. */
  lock: (trx: Trx, order: OrderKey, options: { with_user: boolean }) => Promise<OrderSubject>
  /** True if payments rely on the order's money: they must be reversed before its return is booked. */
  hasPayments: (db: Db | Trx, order: OrderKey) => Promise<boolean>
}

type AllHandlers = Readonly<Partial<Record<OrderPurpose, OrderHandlers>>>

let registered: AllHandlers | undefined

/** Registers the handlers of all purposes; the composition root calls it once, before orders are handled. */
export function registerOrderHandlers(handlers: AllHandlers): void {
  registered = handlers
}

/** Returns the handlers of a purpose. Throws if the composition root registered none. */
export function orderHandlers(purpose: OrderPurpose): OrderHandlers {
  const handlers = registered?.[purpose]
  if (handlers === undefined) throw new Error(`No handlers are registered for orders of purpose "${purpose}"`)
  return handlers
}
