export function CreditsPage() {
  return <h1>Solicitudes de crédito</h1>
}

export function AdvancesPage() {
  return <h1>Solicitudes de anticipo</h1>
}
