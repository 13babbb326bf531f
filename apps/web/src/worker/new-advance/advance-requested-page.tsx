export function AdvanceRequestedPage() {
  return <h1>Detalle del anticipo</h1>
}
