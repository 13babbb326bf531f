export function CreditApprovedPage() {
  return <h1>Detalle del crédito</h1>
}

export function AdvanceApprovedPage() {
  return <h1>Detalle del anticipo</h1>
}
