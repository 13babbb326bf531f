export function RequestsPage() {
  return <h1>Mis solicitudes</h1>
}
