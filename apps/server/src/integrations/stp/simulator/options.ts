import type { Books } from './books.ts'
import type { Faults } from './faults.ts'
import type { Forgery, ForgeryInput } from './forgeries.ts'
import type { LenderInput, WithdrawalInput } from './lender.ts'
import type { OrderCommand } from './life.ts'
import type { SimulatedOrder } from './order.ts'
import type { PaymentInput } from './payments.ts'
import type { SettingsChange } from './settings.ts'
import type { Holder } from './state.ts'

/** Options of a simulator. */
export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number | undefined
  host?: string | undefined
  /** PEM; without it any firma that is well-formed base64 is accepted. */
  public_key?: string | undefined
  /** Address of the callbacks of orders. */
  webhook?: string | undefined
  /** Address of the callbacks of payments; absent: `payment` beside a webhook that ends in `order-state`. */
  payment_webhook?: string | undefined
  /** Time until an order settles, 3 s by default; null: orders stay in transit until a command settles them. */
  settle_ms?: number | null | undefined
  /** Queries per hour; absent: no limit. */
  hourly_limit?: number | undefined
  /** Folder or `.jsonl` file that keeps everything across restarts; absent: memory only. */
  data?: string | undefined
  /** The only company and paying account that are known; absent: any. */
  company?: string | undefined
  payer_account?: string | undefined
  /** Balance in centavos that the paying account starts with; a restart keeps the first one. */
  opening_balance?: number | undefined
  /** First pause before a callback is repeated; it doubles each time, up to 60 s. */
  webhook_retry_ms?: number | undefined
}

/** A running simulator. */
export interface Simulator {
  url: string
  port: number
  faults: Faults
  /** Orders sent by clients (E). */
  orders(): SimulatedOrder[]
  /** Payments received for clients (R). */
  payments(): SimulatedOrder[]
  /** Creates an incoming payment and posts its callback. */
  receivePayment(payment: PaymentInput): SimulatedOrder
  /**
   * Settles, returns or cancels an order by its id or tracking key; false when none exists or its state does not allow
   * it.
   */
  act(key: string, command: OrderCommand, cause?: number): boolean
  configure(change: SettingsChange): void
  /** The simulator's own books: movements, balances, and the final place of every centavo. */
  books: Pick<Books, 'movements' | 'accounts' | 'places'>
  /** The lender's own money: a deposit (a payment received), a withdrawal (an order that no client registered). */
  deposit(input: PaymentInput): SimulatedOrder
  withdraw(input: WithdrawalInput): SimulatedOrder
  /** STP's fee: a transfer to an account of STP. */
  chargeFee(input: LenderInput): SimulatedOrder
  /** Gives an account's holder another name or RFC for orders that settle from then on. */
  setHolder(account: string, holder: Holder): void
  /** Sends a forged callback, once. Null: there is no order `like` it. */
  forge(input: ForgeryInput): Promise<Forgery | null>
  /** Sets the clock and turns the 18:00 cut and bank days on; null: plain days. */
  setClock(instant: string | null): void
  stop(): Promise<void>
}
