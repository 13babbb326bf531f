export function ProductsPage() {
  return <h1>Mis productos</h1>
}
