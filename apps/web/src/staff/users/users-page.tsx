import { Button } from '@mantine/core'
import { userTypeName } from '@quincena/domain/users/rules'
import type { UserListItem } from '@quincena/domain/users/schema'
import { IconPlus, IconUserUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { type Result, ResultDialog } from '../../components/result-dialog.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { userListParams, usersQuery } from './api.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { ReactivateUserDialog } from './reactivate-user-dialog.tsx'
import { type UserListSearch, userListSearch } from './search.ts'
import { type ActionUser, type UserActions, useRowActions } from './use-row-actions.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import classes from './users-page.module.css'

const typeOptions = [
  { value: 'all', label: 'Todos' },
  { value: 'U0', label: userTypeName('U0') },
  { value: 'U1', label: userTypeName('U1') },
  { value: 'U2', label: userTypeName('U2') },
] as const

const activeOptions = [
  { value: 'active', label: 'Activos' },
  { value: 'unconfirmed', label: 'Por confirmar' },
  { value: 'inactive', label: 'Inactivos' },
] as const

function activityOf({ is_active, is_unconfirmed }: UserListSearch) {
  if (is_active === false) return 'inactive'
  return is_unconfirmed === true ? 'unconfirmed' : 'active'
}

function Filters({ search, onSearch }: ListProps<UserListSearch>) {
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Tipo de usuario"
        options={typeOptions}
        value={search.user_type ?? 'all'}
        onChange={(value) => onSearch({ user_type: value === 'all' ? undefined : value })}
      />
      <FilterChips
        label="Actividad"
        options={activeOptions}
        value={activityOf(search)}
        onChange={(value) =>
          onSearch({
            is_active: value === 'inactive' ? false : undefined,
            is_unconfirmed: value === 'unconfirmed' ? true : undefined,
          })
        }
      />
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Nombre, clave y correo electrónico"
        />
      </div>
    </div>
  )
}

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

const none = { search: undefined, user_type: undefined, is_active: undefined, is_unconfirmed: undefined }

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
        detail={pluralize(list.count, 'usuario', 'usuarios')}
        actions={
          <>
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
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Usuarios"
        columns={userColumns}
        {...list.table}
        errorTitle="Error al obtener los usuarios."
        linkOf={({ id }) => ({ to: '/usuarios', search: { ...search, ver: id } })}
        actions={actions}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={none} />}
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
