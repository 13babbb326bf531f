import { Button } from '@mantine/core'
import type { UserListItem } from '@quincena/domain/users/schema'
import { IconPlus, IconUserUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { type Result, ResultDialog } from '../../components/result-dialog.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { countText } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { SavedViews } from '../saved-view/saved-views.tsx'
import { userListParams, usersQuery } from './api.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { ReactivateUserDialog } from './reactivate-user-dialog.tsx'
import { userListSearch } from './search.ts'
import { type ActionUser, type UserActions, useRowActions } from './use-row-actions.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { noUserFilters, UserFilters } from './user-filters.tsx'

interface OpenDialog {
  kind: 'edit' | 'delete' | 'reactivate'
  user: ActionUser
}

interface NewUser {
  isAdding: boolean
  onAdded: () => void
}

/** The open dialog, one at a time, and the result of the last one. */
function useUserDialogs({ isAdding, onAdded }: NewUser) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const userActions: UserActions = {
    onEdit: (user) => setOpenDialog({ kind: 'edit', user }),
    onDelete: (user) => setOpenDialog({ kind: 'delete', user }),
    onReactivate: (user) => setOpenDialog({ kind: 'reactivate', user }),
  }
  const stop = () => setOpenDialog(null)
  const dialogs = (
    <>
      {isAdding && <NewUserDialog onResult={setResult} onClose={onAdded} />}
      {openDialog?.kind === 'edit' && (
        <EditUserDialog user={openDialog.user} onResult={setResult} onClose={stop} />
      )}
      <DeleteUserDialog user={openDialog?.kind === 'delete' ? openDialog.user : null} onClose={stop} />
      <ReactivateUserDialog
        user={openDialog?.kind === 'reactivate' ? openDialog.user : null}
        onClose={stop}
      />
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </>
  )
  return { userActions, dialogs }
}

const route = getRouteApi('/staff/usuarios')

/** Lists the users: workers of the partner companies and staff (spec: backoffice §2). */
export function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListPage({ search, navigate, parse: userListSearch, query: usersQuery(search) })
  const { userActions, dialogs } = useUserDialogs({
    isAdding: search.nuevo === true,
    onAdded: () => list.show({ nuevo: undefined }),
  })
  const open = ({ id }: UserListItem) => list.show({ ver: id })
  const actions = useRowActions({ ...userActions, onOpen: open })
  return (
    <>
      <PageHeader
        title="Usuarios"
        crumbs={[<HomeCrumb key="home" />, 'Gestión', 'Usuarios']}
        detail={countText(list, 'usuario', 'usuarios')}
        actions={
          <>
            <SavedViews list="users" search={search} />
            <ExportMenu path="/auth/users/export" filters={userListParams(search)} count={list.count} />
            <ButtonLink to="/subir-usuarios" variant="default" leftSection={smallIcon(IconUserUp)}>
              Subir archivo
            </ButtonLink>
            <Button leftSection={smallIcon(IconPlus)} onClick={() => list.show({ nuevo: true })}>
              NUEVO USUARIO
            </Button>
          </>
        }
      />
      <UserFilters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Usuarios"
        columns={userColumns}
        {...list.table}
        errorTitle="Error al obtener los usuarios."
        linkOf={({ id }) => ({ to: '/usuarios', search: { ...search, ver: id } })}
        actions={actions}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={noUserFilters} />}
      />
      <UserDialog
        id={search.ver}
        tab={search.pestana}
        actions={userActions}
        onClose={() => list.show({ ver: undefined, pestana: undefined })}
      />
      {dialogs}
    </>
  )
}
