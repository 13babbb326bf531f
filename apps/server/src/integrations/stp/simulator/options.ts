import type { Faults } from './faults.ts'
import type { OrderAct, Settings } from './life.ts'
import type { SimulatedOrder } from './order.ts'

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number | undefined
  host?: string | undefined
  /** PEM; without it firmas are not checked. */
  public_key?: string | undefined
  /** Where changes of state are told. */
  webhook?: string | undefined
  /** Time until an order settles, 3 s by default; null: when told. */
  settle_ms?: number | null | undefined
  /** Folder or `.jsonl` file that keeps the orders over restarts; absent: memory only. */
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
  orders(): SimulatedOrder[]
  /** By order id or tracking key; false when there is none or its state does not allow the act. */
  act(key: string, act: OrderAct, cause?: number): boolean
  configure(change: Partial<Settings>): void
  /** Moves the clock and turns the 18:00 cut and weekends on; null: plain days again. */
  setClock(instant: string | null): void
  stop(): Promise<void>
}
