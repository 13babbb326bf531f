import type { UserListItem } from '@quincena/domain/users/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useReactivateUser } from './api.ts'

interface ReactivateUserDialogProps {
  /** The user to reactivate; null while the dialog is closed. */
  user: Pick<UserListItem, 'id' | 'first_name' | 'last_name'> | null
  onClose: () => void
}

/** Asks for confirmation before it reactivates a user. */
export function ReactivateUserDialog({ user, onClose }: ReactivateUserDialogProps) {
  const { mutateAsync } = useReactivateUser()
  const confirm = async () => {
    if (user === null) return
    await mutateAsync(user.id)
    toast.success('El usuario fue reactivado.')
  }
  return (
    <ConfirmDialog
      opened={user !== null}
      title="¿Reactivar usuario?"
      text={
        user &&
        `${user.first_name} ${user.last_name} podrá entrar de nuevo. Si no tiene contraseña o la olvidó, debe pulsar «¿Olvidaste tu contraseña?» al iniciar sesión.`
      }
      confirmLabel="Sí, reactivar"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
