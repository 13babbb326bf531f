import { mayEditUser } from '@quincena/domain/users/rules'
import type { UserListItem } from '@quincena/domain/users/schema'
import { IconEdit, IconEye, IconMailForward, IconTrash, IconUserCheck } from '@tabler/icons-react'
import type { RowAction } from '../../components/data-table-types.ts'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { useInviteUser } from './api.ts'
import { mayDelete, mayInvite, mayReactivate } from './permissions.ts'

/** What the dialogs of the actions show of a user, listed or in detail. */
export type ActionUser = Pick<UserListItem, 'id' | 'first_name' | 'last_name'>

/** What the user can do with another user, besides viewing. */
export interface UserActions {
  onEdit: (user: ActionUser) => void
  onDelete: (user: ActionUser) => void
  onReactivate: (user: ActionUser) => void
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Sends the invitation again by mail and shows the result. */
export function useInvite() {
  const { mutateAsync, isPending } = useInviteUser()
  const invite = ({ id, email }: Pick<UserListItem, 'id' | 'email'>) =>
    void mutateAsync(id).then(() => toast.success(`Invitación enviada a ${email}`), toast.error)
  return { invite, isPending }
}

/** Row menu with the actions that the signed-in user can do with that user. */
export function useRowActions({
  onOpen,
  ...userActions
}: UserActions & { onOpen: (user: UserListItem) => void }): RowAction<UserListItem>[] {
  const me = useUser()
  const { invite } = useInvite()
  return [
    { label: 'Ver', icon: <IconEye {...icon} />, onSelect: onOpen },
    {
      label: 'Editar',
      icon: <IconEdit {...icon} />,
      onSelect: userActions.onEdit,
      isHidden: (user) => !mayEditUser(me, user),
    },
    {
      label: 'Enviar invitación de nuevo',
      icon: <IconMailForward {...icon} />,
      onSelect: invite,
      isHidden: (user) => !mayInvite(me, user),
    },
    {
      label: 'Reactivar',
      icon: <IconUserCheck {...icon} />,
      onSelect: userActions.onReactivate,
      isHidden: (user) => !mayReactivate(me, user),
    },
    {
      label: 'Eliminar',
      icon: <IconTrash {...icon} />,
      tone: 'danger',
      onSelect: userActions.onDelete,
      isHidden: (user) => !mayDelete(me, user),
    },
  ]
}
