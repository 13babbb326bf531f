const kindNames: Readonly<Record<string, string>> = {
  payout_principal: 'Orden de pago enviada',
  settlement: 'Pago liquidado',
  second_payout: 'Pago duplicado',
  receipt: 'Dinero recibido',
  stp_claim: 'Abono que STP se llevó, por aclarar',
  refund: 'Devolución de saldo ordenada',
  refund_settled: 'Devolución de saldo liquidada',
  receipt_return: 'Devolución a quien no conocemos, ordenada',
  receipt_return_settled: 'Devolución a quien no conocemos, liquidada',
  verification: 'Verificación de cuenta enviada',
  verification_settled: 'Verificación de cuenta liquidada',
  funding: 'Movimiento del prestamista',
  fee: 'Comisión de STP',
  unknown_movement: 'Movimiento por aclarar',
}
const reversed = '_reversed'
/** The lender's own movements are booked the other way round when they take money out. */
const ownKinds = ['funding', 'unknown_movement']

/** What staff call a kind of ledger entry of the account at STP; the code itself for a kind without a name. */
export function kindName(kind: string): string {
  const base = kind.endsWith(reversed) ? kind.slice(0, -reversed.length) : kind
  const name = kindNames[base] ?? base
  return base === kind || ownKinds.includes(base) ? name : `${name} (devuelto)`
}
