import { centsOf, inTransit, type SimulatedOrder } from './order.ts'

/** What a movement belongs to: the opening balance, an order by its direction, or one of the lender's own movements. */
export type MoneyOf = 'opening' | 'sent' | 'received' | 'deposit' | 'withdrawal' | 'fee'

type MovementKind =
  | 'opening'
  | 'captured'
  | 'settled'
  | 'cancelled'
  | 'returned'
  | 'received'
  | 'received_returned'
  | 'corrected'

/** One movement of an account. Amounts in centavos; `saldo_cents` and `pending_cents` are signed changes. */
export interface Movement {
  kind: MovementKind
  of: MoneyOf
  /** The paying account's CLABE. What other CLABEs of the same client receive is in its paying account. */
  account: string
  /** When it happened by the simulator's clock, ISO 8601. */
  at: string
  order_id: number | null
  tracking_key: string | null
  /** `yyyymmdd`. */
  operation_date: number | null
  amount_cents: number
  saldo_cents: number
  pending_cents: number
}

/** States in which the money of an order has left, by STP's catalogue of states. */
const settledStates: readonly string[] = ['LQ', 'TLQ', 'CCO']
const returnedStates: readonly string[] = ['D', 'TD', 'RE']
const cancelledStates: readonly string[] = ['CN', 'CL', 'CR', 'CA', 'TCL', 'RL', 'RA', 'RB', 'EL']

type Where = 'in_account' | 'in_transit' | 'left'

function whereIs({ tipoOrden, estado }: SimulatedOrder): Where {
  const undone = returnedStates.includes(estado) || cancelledStates.includes(estado)
  if (tipoOrden === 'R') return undone ? 'left' : 'in_account'
  if (undone) return 'in_account'
  return settledStates.includes(estado) ? 'left' : 'in_transit'
}

/** The company's own account in an order: it pays what is sent and receives what arrives. */
export function ownAccount({ tipoOrden, cuerpo }: SimulatedOrder): string {
  return (tipoOrden === 'E' ? cuerpo.cuentaOrdenante : cuerpo.cuentaBeneficiario) ?? ''
}

/** Signed changes in centavos. */
export interface Effect {
  saldo: number
  pending: number
}

/** What an order in its current state does to its account. */
function effectOf(order: SimulatedOrder): Effect {
  const cents = centsOf(order)
  const where = whereIs(order)
  if (order.tipoOrden === 'R') return { saldo: where === 'in_account' ? cents : 0, pending: 0 }
  return { saldo: where === 'left' ? -cents : 0, pending: where === 'in_transit' ? cents : 0 }
}

function kindOf(before: SimulatedOrder | undefined, after: SimulatedOrder): MovementKind {
  const where = whereIs(after)
  if (after.tipoOrden === 'R') {
    if (before === undefined) return 'received'
    return where === 'left' ? 'received_returned' : 'corrected'
  }
  if (before === undefined) return 'captured'
  if (where === 'left') return 'settled'
  if (where === 'in_transit') return 'corrected'
  return returnedStates.includes(after.estado) ? 'returned' : 'cancelled'
}

/** One movement's kind, order and effect on its account. */
export interface Step {
  kind: MovementKind
  order: SimulatedOrder
  effect: Effect
}

/** No change. */
export const none: Effect = { saldo: 0, pending: 0 }

function difference(next: Effect, previous: Effect): Effect {
  return { saldo: next.saldo - previous.saldo, pending: next.pending - previous.pending }
}

/** The steps of a change. A new order starts as captured (sent) or received, whatever its state is. */
export function stepsOf(before: SimulatedOrder | undefined, after: SimulatedOrder): Step[] {
  if (before === undefined) {
    const start = { ...after, estado: after.tipoOrden === 'E' ? inTransit : 'LQ' }
    const first: Step = { kind: kindOf(undefined, start), order: start, effect: effectOf(start) }
    return [first, ...stepsOf(start, after)]
  }
  if (ownAccount(before) === ownAccount(after) && centsOf(before) === centsOf(after)) {
    const effect = difference(effectOf(after), effectOf(before))
    return [{ kind: kindOf(before, after), order: after, effect }]
  }
  // An import changed the account or the amount: take the old order out, put the new one in.
  return [
    { kind: 'corrected', order: before, effect: difference(none, effectOf(before)) },
    { kind: 'corrected', order: after, effect: effectOf(after) },
  ]
}
