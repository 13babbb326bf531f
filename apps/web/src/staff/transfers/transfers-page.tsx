export function TransfersPage() {
  return <h1>Órdenes STP</h1>
}
