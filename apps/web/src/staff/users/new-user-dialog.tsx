import { useQuery } from '@tanstack/react-query'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import type { Result } from '../../components/result-dialog.tsx'
import { passwordRulesQuery } from '../../lib/account.ts'
import { useUser } from '../../lib/session.ts'
import { useCreateUser } from './api.ts'
import { useUserForm } from './use-user-form.ts'
import { UserForm } from './user-form.tsx'
import { bodyOf, emptyValues } from './user-values.ts'

const invited = 'Le enviamos una invitación por correo para que elija su contraseña.'

interface NewUserDialogProps {
  onResult: (result: Result) => void
  onClose: () => void
}

/** Adds a user (spec: backoffice §5); managers can add workers only. */
export function NewUserDialog({ onResult, onClose }: NewUserDialogProps) {
  const isAdmin = useUser().user_type === 'U0'
  const { data: passwordRules } = useQuery(passwordRulesQuery)
  const { mutateAsync } = useCreateUser()
  const state = useUserForm({
    kind: 'new',
    initial: emptyValues(isAdmin ? '' : 'U2'),
    passwordRules,
    send: async (values) => {
      await mutateAsync(bodyOf('new', values))
      const text = 'El usuario ha sido registrado correctamente.'
      onResult({
        tone: 'done',
        title: 'Usuario agregado correctamente',
        text: values.password === '' ? `${text} ${invited}` : text,
      })
    },
  })
  return (
    <EditorDialog
      title="Nuevo Usuario"
      submitLabel="Agregar"
      busyLabel="Agregando..."
      isDirty={state.form.isDirty()}
      draft={state.draft}
      onSubmit={state.submit}
      onClose={onClose}
    >
      <UserForm state={state} id={null} companyName={null} />
    </EditorDialog>
  )
}
