export function NotificationsPage() {
  return <h1>Notificaciones</h1>
}
