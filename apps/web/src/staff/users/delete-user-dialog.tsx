import type { UserListItem } from '@quincena/domain/users/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useDeleteUser } from './api.ts'

interface DeleteUserDialogProps {
  /** The user to delete; null while the dialog is closed. */
  user: Pick<UserListItem, 'id' | 'first_name' | 'last_name'> | null
  onClose: () => void
}

/** Asks for confirmation before it deletes a user (spec: backoffice §8). The server refuses while a loan is open. */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { mutateAsync } = useDeleteUser()
  const confirm = async () => {
    if (user === null) return
    await mutateAsync(user.id)
    toast.success('El usuario fue eliminado.')
  }
  return (
    <ConfirmDialog
      opened={user !== null}
      title="¿Eliminar usuario?"
      subject={user === null ? undefined : `${user.first_name} ${user.last_name}`}
      text="Esta acción no se puede deshacer."
      confirmLabel="Sí, eliminar"
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
