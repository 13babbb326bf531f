export function RejectedDetailPage() {
  return <h1>Detalle de la solicitud</h1>
}
