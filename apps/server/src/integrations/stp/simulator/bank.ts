import { isPayer } from './account-rules.ts'
import { type CadenaKind, cadenas } from './cadenas.ts'
import type { SimulatorClock } from './clock.ts'
import { inTransit, type Life } from './life.ts'
import { centsOf, type SimulatedOrder, type TextBody } from './order.ts'
import type { Settings } from './settings.ts'
import type { StateStore } from './state.ts'
import type { OrderStore, OrderType } from './store.ts'

/** What the operations work on. */
export interface Bank {
  store: OrderStore
  state: StateStore
  clock: SimulatorClock
  life: Life
  settings: Settings
  company: string | undefined
  payer_account: string | undefined
  /** Centavos of each paying account before any order. */
  opening_balance: number
  /** null: firmas are only looked at. */
  verify: ((text: string, firma: string) => boolean) | null
}

/** A call as it arrived: its values as text, and the JSON or XML itself. */
export interface Call {
  body: TextBody
  json: unknown
  source: string
}

const wellFormed = /^[A-Za-z0-9+/]+={0,2}$/

/** Whether the firma covers the call's text; without a public key, whether it could be one. */
export function signed({ verify }: Bank, kind: CadenaKind, body: TextBody): boolean {
  const firma = (body.firma ?? '').replaceAll(/\s/g, '')
  if (!wellFormed.test(firma) || firma.length % 4 !== 0) return false
  return verify === null || cadenas[kind](body).some((text) => verify(text, firma))
}

/** The day a query means: none is the running operating day; null when it is yet to come. */
export function queriedDay({ clock }: Bank, day: string | undefined): number | null {
  const today = clock.operatingDay()
  if (!day) return today
  return Number(day) > today ? null : Number(day)
}

/** A company's orders of an operating day. */
export function ordersOf({ store }: Bank, at: { type: OrderType; day: number | null; company?: string }) {
  return store
    .of(at.type)
    .filter((order) => order.fechaOperacion === at.day && order.cuerpo.empresa === at.company)
}

/** The order of a key on a day, when it is the asking company's. */
export function orderOf(bank: Bank, at: { type: OrderType; day: number; body: TextBody }) {
  const order = bank.store.byKey({ type: at.type, key: at.body.claveRastreo ?? '', day: at.day })
  return order?.cuerpo.empresa === at.body.empresa ? order : undefined
}

const returned = 'D'
/** CLABEs of one client of STP share their first ten digits; what they receive is on its paying account. */
const clientDigits = 10

export interface Balance {
  /** Centavos. */
  saldo: number
  cargosPendientes: number
}

function sum(orders: readonly SimulatedOrder[]): number {
  return orders.reduce((total, order) => total + centsOf(order), 0)
}

/** What an account holds; null when there is no such account. */
export function balanceOf(bank: Bank, account: string): Balance | null {
  if (!isPayer(account, bank.payer_account)) return null
  const sent = bank.store.of('E').filter(({ cuerpo }) => cuerpo.cuentaOrdenante === account)
  const client = account.slice(0, clientDigits)
  const received = bank.store.of('R').filter(({ cuerpo }) => cuerpo.cuentaBeneficiario?.startsWith(client))
  const spent = sum(sent.filter((order) => order.estado === 'LQ'))
  const kept = sum(received.filter((order) => order.estado !== returned))
  const cargosPendientes = sum(sent.filter((order) => order.estado === inTransit))
  return { saldo: bank.opening_balance + kept - spent, cargosPendientes }
}
