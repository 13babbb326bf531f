export function CreditDetailPage() {
  return <h1>Detalle del crédito</h1>
}

export function AdvanceDetailPage() {
  return <h1>Detalle del anticipo</h1>
}
