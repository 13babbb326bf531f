export function StaffLoginPage() {
  return <h1>Iniciar Sesión</h1>
}
