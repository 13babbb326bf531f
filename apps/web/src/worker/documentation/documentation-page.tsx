export function DocumentationPage() {
  return <h1>Documentación</h1>
}
