/** Why a line of a bank statement is no payment of a worker. */
export const LINE_EXPLANATIONS = ['bank_fee', 'to_stp', 'from_stp', 'own_transfer', 'other'] as const
export type LineExplanation = (typeof LINE_EXPLANATIONS)[number]

/** Spanish names of the explanations. */
export const EXPLANATION_NAMES: Record<LineExplanation, string> = {
  bank_fee: 'Comisión del banco',
  to_stp: 'Traspaso a STP',
  from_stp: 'Traspaso desde STP',
  own_transfer: 'Movimiento propio',
  other: 'Otro',
}

/** How a payment was found in a line: its reference, the sum of a reference's payments, amount and day, or by hand. */
export const MATCH_RULES = ['reference', 'reference_sum', 'amount', 'manual'] as const
export type MatchRuleName = (typeof MATCH_RULES)[number]

/** Spanish reasons of the matches. */
export const MATCH_RULE_NAMES: Record<MatchRuleName, string> = {
  reference: 'Misma referencia y monto',
  reference_sum: 'Suma de los pagos con esa referencia',
  amount: 'Mismo monto y fecha, sin otro igual',
  manual: 'A mano',
}

/** What is left to do for a line: nothing, find its payment, find the rest of it, or nothing as it is no payment. */
export const LINE_STATES = ['open', 'partial', 'matched', 'explained'] as const
export type LineState = (typeof LINE_STATES)[number]

/** Spanish names of the states. */
export const LINE_STATE_NAMES: Record<LineState, string> = {
  open: 'Sin conciliar',
  partial: 'Conciliada en parte',
  matched: 'Conciliada',
  explained: 'No es un pago',
}

/** Days between a line and a payment with its reference, and without it, that still are the same money. */
export const NEAR_DAYS = { reference: 10, amount: 3, suggested: 15 } as const
