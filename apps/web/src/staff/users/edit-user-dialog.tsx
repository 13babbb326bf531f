import type { User, UserListItem } from '@quincena/domain/users/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import type { Result } from '../../components/result-dialog.tsx'
import { useUser } from '../../lib/session.ts'
import { userQuery } from '../user/api.ts'
import { useUpdateUser } from './api.ts'
import { useUserForm } from './use-user-form.ts'
import { UserForm } from './user-form.tsx'
import { changesEmail, changesOf, valuesOf } from './user-values.ts'

const title = 'Editar Detalles del Usuario'

interface EditUserDialogProps {
  user: Pick<UserListItem, 'id'>
  onResult: (result: Result) => void
  onClose: () => void
}

function Editor({ user, onResult, onClose }: EditUserDialogProps & { user: User }) {
  const { mutateAsync } = useUpdateUser(user.id)
  const client = useQueryClient()
  const version = useRef(user.version)
  const isOwn = useUser().id === user.id
  const state = useUserForm({
    kind: 'edit',
    id: user.id,
    isOwn,
    initial: valuesOf(user),
    passwordRules: undefined,
    loadFresh: async () => {
      const fresh = await client.fetchQuery({ ...userQuery(user.id), staleTime: 0 })
      version.current = fresh.version
      return valuesOf(fresh)
    },
    send: async (values, initial) => {
      const { current_password } = values
      const isGuarded = isOwn && changesEmail(values, initial)
      await mutateAsync({
        ...changesOf(values, initial),
        ...(isGuarded && { current_password }),
        version: version.current,
      })
      onResult({
        tone: 'done',
        title: 'Usuario actualizado correctamente.',
        text: 'El usuario ha sido actualizado correctamente.',
      })
    },
  })
  return (
    <EditorDialog
      title={title}
      submitLabel="Guardar"
      busyLabel="Guardando..."
      isDirty={state.form.isDirty()}
      draft={state.draft}
      onSubmit={state.submit}
      onClose={onClose}
    >
      <UserForm state={state} id={user.id} companyName={user.company_name} />
    </EditorDialog>
  )
}

/** Edits a user, starting with freshly loaded values. Later updates from the server do not change the open form. */
export function EditUserDialog(props: EditUserDialogProps) {
  const query = useQuery({ ...userQuery(props.user.id), refetchOnMount: 'always' })
  const { data, isFetchedAfterMount } = query
  if (data !== undefined && isFetchedAfterMount) return <Editor key={data.id} {...props} user={data} />
  return (
    <Dialog opened title={title} onClose={props.onClose} size={720}>
      <LoadState query={query} title="Error al obtener la información del usuario" />
    </Dialog>
  )
}
