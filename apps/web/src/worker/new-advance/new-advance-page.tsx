export function NewAdvancePage() {
  return <h1>Nuevo Anticipo</h1>
}
