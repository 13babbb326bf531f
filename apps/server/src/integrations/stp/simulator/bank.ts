import { isPayer } from './account-rules.ts'
import type { Balance, Books } from './books.ts'
import { type CadenaKind, cadenas } from './cadenas.ts'
import type { SimulatorClock } from './clock.ts'
import type { Life } from './life.ts'
import type { SimulatedOrder, TextBody } from './order.ts'
import type { Settings } from './settings.ts'
import type { StateStore } from './state.ts'
import type { OrderStore, OrderType } from './store.ts'

/** The state and configuration that the operations work on. */
export interface Bank {
  store: OrderStore
  books: Books
  state: StateStore
  clock: SimulatorClock
  life: Life
  settings: Settings
  /** The only known company; undefined: any. */
  company: string | undefined
  /** The only known paying account (CLABE); undefined: any CLABE of STP. */
  payer_account: string | undefined
  /** Null: only the format of a firma is checked. */
  verify: ((text: string, firma: string) => boolean) | null
  /** Called after `registra` took an order. */
  registered(order: SimulatedOrder): void
}

/** A call as it arrived: its values as text (`body`), the parsed JSON and the raw text (`source`). */
export interface Call {
  body: TextBody
  json: unknown
  source: string
}

const wellFormed = /^[A-Za-z0-9+/]+={0,2}$/

/** Whether the firma covers one of the call's cadenas. Without a public key, whether it is well-formed base64. */
export function signed({ verify }: Bank, kind: CadenaKind, body: TextBody): boolean {
  const firma = (body.firma ?? '').replaceAll(/\s/g, '')
  if (!wellFormed.test(firma) || firma.length % 4 !== 0) return false
  return verify === null || cadenas[kind](body).some((text) => verify(text, firma))
}

/** The operating day (`yyyymmdd`) of a query; no day is the running one. Null for a future day. */
export function queriedDay({ clock }: Bank, day: string | undefined): number | null {
  const today = clock.operatingDay()
  if (!day) return today
  return Number(day) > today ? null : Number(day)
}

/** The orders of a company on an operating day. */
export function ordersOf({ store }: Bank, at: { type: OrderType; day: number | null; company?: string }) {
  return store.of(at.type, at.day).filter(({ cuerpo }) => cuerpo.empresa === at.company)
}

/** The order with this key on a day, if it belongs to the company of the query. */
export function orderOf(bank: Bank, at: { type: OrderType; day: number; body: TextBody }) {
  const order = bank.store.byKey({ type: at.type, key: at.body.claveRastreo ?? '', day: at.day })
  return order?.cuerpo.empresa === at.body.empresa ? order : undefined
}

/** The balance of an account; null when the account does not exist. */
export function balanceOf({ books, payer_account }: Bank, account: string): Balance | null {
  return isPayer(account, payer_account) ? books.balance(account) : null
}
