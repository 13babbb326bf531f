import { type Movement, ownAccount, type Step, stepsOf } from './movements.ts'
import { centsOf, type SimulatedOrder } from './order.ts'
import { type Place, placesOf } from './places.ts'
import type { StateStore } from './state.ts'

/*
 * The simulator's own books. They know nothing about its clients: every change of an order that moves money is written
 * down when it is stored, and balances are sums of these movements.
 */

/** An account's balance in centavos: what is settled, and what is captured but not settled. */
export interface Balance {
  saldo: number
  cargosPendientes: number
}

/** The books of the simulator. */
export interface Books {
  /** Books what a stored change moved; nothing if it moved no money. `before` undefined: the order is new. */
  book(change: { before: SimulatedOrder | undefined; after: SimulatedOrder; at: number }): void
  /** The balance of a paying account. */
  balance(account: string): Balance
  movements(): readonly Movement[]
  /** Sums of the movements by account. */
  accounts(): (Balance & { account: string })[]
  /** The final place of every centavo: one row per opening balance and per order. */
  places(): Place[]
}

/** All CLABEs of one client of STP share their first ten digits. */
const clientDigits = 10

/** The part of an account number that names the client of STP. */
function clientPart(account: string): string {
  return account.slice(0, clientDigits)
}

/** Creates the books. `openingOf`: the balance in centavos that a paying account starts with. */
export function createBooks(
  state: StateStore,
  around: { nowMs(): number; openingOf(account: string): number },
): Books {
  const movements: Movement[] = []
  const sums = new Map<string, Balance>()
  /** The first account of each client; it receives the client's payments. */
  const payingAccounts = new Map<string, string>()

  function add(movement: Movement) {
    const { saldo, cargosPendientes } = sums.get(movement.account) ?? { saldo: 0, cargosPendientes: 0 }
    movements.push(movement)
    sums.set(movement.account, {
      saldo: saldo + movement.saldo_cents,
      cargosPendientes: cargosPendientes + movement.pending_cents,
    })
  }

  /** Books the opening balance of an account before its first movement; it is stored, so a restart cannot change it. */
  function open(account: string) {
    if (sums.has(account)) return
    const client = clientPart(account)
    if (!payingAccounts.has(client)) payingAccounts.set(client, account)
    const { openings } = state.value
    const opening = openings[account] ?? { cents: around.openingOf(account), at: around.nowMs() }
    if (openings[account] === undefined) state.change({ openings: { ...openings, [account]: opening } })
    add({
      ...{ kind: 'opening', of: 'opening', account, at: new Date(opening.at).toISOString() },
      ...{ order_id: null, tracking_key: null, operation_date: null },
      ...{ amount_cents: opening.cents, saldo_cents: opening.cents, pending_cents: 0 },
    })
  }

  // Opened in the order of the first run, so that each client keeps its paying account.
  for (const account of Object.keys(state.value.openings)) open(account)

  function addStep({ kind, order, effect }: Step, at: number) {
    const own = ownAccount(order)
    const account = order.tipoOrden === 'E' ? own : (payingAccounts.get(clientPart(own)) ?? own)
    open(account)
    if (effect.saldo === 0 && effect.pending === 0) return
    add({
      kind,
      of: order.lender ?? (order.tipoOrden === 'E' ? 'sent' : 'received'),
      account,
      at: new Date(at).toISOString(),
      order_id: order.idEF,
      tracking_key: order.cuerpo.claveRastreo ?? '',
      operation_date: order.fechaOperacion,
      amount_cents: centsOf(order),
      saldo_cents: effect.saldo,
      pending_cents: effect.pending,
    })
  }

  return {
    book({ before, after, at }) {
      for (const step of stepsOf(before, after)) addStep(step, at)
    },
    balance(account) {
      open(account)
      return sums.get(account) ?? { saldo: 0, cargosPendientes: 0 }
    },
    movements: () => movements,
    accounts: () => [...sums].map(([account, balance]) => ({ account, ...balance })),
    places: () => placesOf(movements),
  }
}
