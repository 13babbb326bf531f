import type { Faults } from './faults.ts'
import type { OrderAct } from './life.ts'
import type { SimulatedOrder } from './order.ts'
import type { PaymentInput } from './payments.ts'
import type { SettingsChange } from './settings.ts'

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number | undefined
  host?: string | undefined
  /** PEM; without it any firma that is well-formed base64 is taken. */
  public_key?: string | undefined
  /** Where changes of state are told. */
  webhook?: string | undefined
  /** Where incoming payments are told; absent: `payment` beside a webhook that ends in `order-state`. */
  payment_webhook?: string | undefined
  /** Time until an order settles, 3 s by default; null: when told. */
  settle_ms?: number | null | undefined
  /** Queries an hour; absent: no limit. */
  hourly_limit?: number | undefined
  /** Folder or `.jsonl` file that keeps everything over restarts; absent: memory only. */
  data?: string | undefined
  /** Only this company and paying account are known; absent: any. */
  company?: string | undefined
  payer_account?: string | undefined
  /** Centavos of the paying account before any order. */
  opening_balance?: number | undefined
  /** First pause before a webhook is told again; it doubles each time. */
  webhook_retry_ms?: number | undefined
}

export interface Simulator {
  url: string
  port: number
  faults: Faults
  /** Those sent by clients. */
  orders(): SimulatedOrder[]
  /** Those received for them. */
  payments(): SimulatedOrder[]
  /** Lets a payment arrive and tells it. */
  receivePayment(payment: PaymentInput): SimulatedOrder
  /** By order id or tracking key; false when there is none or its state does not allow the act. */
  act(key: string, act: OrderAct, cause?: number): boolean
  configure(change: SettingsChange): void
  /** Moves the clock and turns the 18:00 cut and weekends on; null: plain days again. */
  setClock(instant: string | null): void
  stop(): Promise<void>
}
