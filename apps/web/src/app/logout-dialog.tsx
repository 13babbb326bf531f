import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { leave } from '../lib/leave.ts'

/** Asks before the logout. Texts: spec backoffice §2. */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ConfirmDialog
      opened={opened}
      title="¿Cerrar sesión?"
      text="Estás a punto de cerrar tu sesión. ¿Deseas continuar?"
      confirmLabel="Continuar"
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
