import { EditorDialog } from '../../components/editor-dialog.tsx'
import { PasswordFields, usePasswordChange } from '../../components/password-change.tsx'
import { toast } from '../../components/toast.tsx'

/** Changes the password of the signed-in user. The server ends the other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = usePasswordChange(() =>
    toast.success('Contraseña cambiada. Tus otras sesiones se cerraron.'),
  )
  return (
    <EditorDialog
      title="Cambiar contraseña"
      submitLabel="Cambiar contraseña"
      size={480}
      isDirty={change.form.isDirty()}
      onSubmit={change.submit}
      onClose={onClose}
    >
      <PasswordFields change={change} />
    </EditorDialog>
  )
}
