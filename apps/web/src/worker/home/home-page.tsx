export function HomePage() {
  return <h1>Inicio</h1>
}
