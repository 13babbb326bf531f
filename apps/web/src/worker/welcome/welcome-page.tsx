export function WelcomePage() {
  return <h1>BIENVENIDO</h1>
}
