export function NewCreditPage() {
  return <h1>Nuevo Crédito</h1>
}
