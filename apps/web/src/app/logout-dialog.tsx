import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { sendAllNow } from '../lib/delayed.ts'
import { signOut } from '../lib/sign-in.ts'

/** A decision that waits was confirmed: it is sent first, and a refusal keeps the session. */
async function leave() {
  await sendAllNow()
  await signOut()
}

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
