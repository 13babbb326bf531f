import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { signOut } from '../lib/sign-in.ts'

/** Asks before the logout. Texts: spec backoffice §2. */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ConfirmDialog
      opened={opened}
      title="¿Cerrar sesión?"
      text="Estás a punto de cerrar tu sesión. ¿Deseas continuar?"
      confirmLabel="Continuar"
      onConfirm={signOut}
      onClose={onClose}
    />
  )
}
