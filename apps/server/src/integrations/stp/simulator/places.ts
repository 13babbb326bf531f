import { type Effect, type MoneyOf, type Movement, none } from './movements.ts'

/** Where the centavos of an order are at the end. The three parts add up to `amount_cents`. */
export interface Place {
  of: MoneyOf
  account: string
  order_id: number | null
  tracking_key: string | null
  operation_date: number | null
  amount_cents: number
  in_account_cents: number
  in_transit_cents: number
  left_cents: number
}

function placeOf(movement: Movement): Place {
  const { of, account, order_id, tracking_key, operation_date } = movement
  const parts = { amount_cents: 0, in_account_cents: 0, in_transit_cents: 0, left_cents: 0 }
  return { of, account, order_id, tracking_key, operation_date, ...parts }
}

const outgoing: readonly MoneyOf[] = ['sent', 'withdrawal', 'fee']

/** The part of an order's amount that neither reached nor left the account is the rest of its amount. */
function closed(place: Place, sums: Effect): Place {
  const { amount_cents } = place
  if (!outgoing.includes(place.of)) {
    return { ...place, in_account_cents: sums.saldo, left_cents: amount_cents - sums.saldo }
  }
  const left_cents = 0 - sums.saldo
  const in_transit_cents = sums.pending
  return {
    ...place,
    in_transit_cents,
    left_cents,
    in_account_cents: amount_cents - left_cents - in_transit_cents,
  }
}

/** The final place of every centavo of the movements: one row per opening balance and per order. */
export function placesOf(movements: readonly Movement[]): Place[] {
  const rows = new Map<string, { place: Place; sums: Effect }>()
  for (const movement of movements) {
    const key = movement.order_id === null ? movement.account : String(movement.order_id)
    const { place, sums } = rows.get(key) ?? { place: placeOf(movement), sums: none }
    rows.set(key, {
      place: { ...place, account: movement.account, amount_cents: movement.amount_cents },
      sums: { saldo: sums.saldo + movement.saldo_cents, pending: sums.pending + movement.pending_cents },
    })
  }
  return [...rows.values()].map(({ place, sums }) => closed(place, sums))
}
