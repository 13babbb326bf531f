export function CreditRequestedPage() {
  return <h1>Detalle del crédito</h1>
}
