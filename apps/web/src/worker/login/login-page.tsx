export function WorkerLoginPage() {
  return <h1>Iniciar Sesión</h1>
}
