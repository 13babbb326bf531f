import { Button } from '@mantine/core'
import { userTypeName } from '@quincena/domain/users/rules'
import type { UserListItem } from '@quincena/domain/users/schema'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { type Result, ResultDialog } from '../../components/result-dialog.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { usersAsked, usersQuery, usualPageSize } from './api.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { ReactivateUserDialog } from './reactivate-user-dialog.tsx'
import { type UserListSearch, userListSearch } from './search.ts'
import { type UserActs, useRowActions } from './use-row-actions.tsx'
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
  { value: 'inactive', label: 'Inactivos' },
] as const

interface ListProps {
  search: UserListSearch
  /** Changes search parameters in the URL and returns to page 1 unless a page is given. */
  onSearch: (change: UserListSearch) => void
}

function Filters({ search, onSearch }: ListProps) {
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
        value={search.is_active === false ? 'inactive' : 'active'}
        onChange={(value) => onSearch({ is_active: value === 'inactive' ? false : undefined })}
      />
      <div className={classes.search}>
        <SearchField
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text === '' ? undefined : text })}
          placeholder="Nombre, clave y correo electrónico"
        />
      </div>
    </div>
  )
}

type Acting = { act: 'add' } | { act: 'edit' | 'delete' | 'reactivate'; user: UserListItem }

/** The open dialog, one at a time, and the result of the last one. */
function useActing() {
  const [acting, setActing] = useState<Acting | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const acts: UserActs = {
    onEdit: (user) => setActing({ act: 'edit', user }),
    onDelete: (user) => setActing({ act: 'delete', user }),
    onReactivate: (user) => setActing({ act: 'reactivate', user }),
  }
  const stop = () => setActing(null)
  const dialogs = (
    <>
      {acting?.act === 'add' && <NewUserDialog onResult={setResult} onClose={stop} />}
      {acting?.act === 'edit' && <EditUserDialog user={acting.user} onResult={setResult} onClose={stop} />}
      <DeleteUserDialog user={acting?.act === 'delete' ? acting.user : null} onClose={stop} />
      <ReactivateUserDialog user={acting?.act === 'reactivate' ? acting.user : null} onClose={stop} />
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </>
  )
  return { add: () => setActing({ act: 'add' }), acts, dialogs }
}

function List({ search, onSearch, acts }: ListProps & { acts: UserActs }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(usersQuery(search))
  const open = ({ id }: UserListItem) => onSearch({ ...search, ver: id })
  const actions = useRowActions({ ...acts, onOpen: open })
  const { search: text, user_type, is_active } = search
  const isFiltered = [text, user_type, is_active].some((filter) => filter !== undefined)
  const forget = () => onSearch({ search: undefined, user_type: undefined, is_active: undefined })
  return (
    <DataTable
      label="Usuarios"
      columns={userColumns}
      rows={data?.results}
      isStale={isPlaceholderData}
      error={error}
      errorTitle="Error al obtener los usuarios."
      onRetry={refetch}
      ordering={search.ordering}
      onOrdering={(ordering) => onSearch(userListSearch.pick({ ordering: true }).parse({ ordering }))}
      paging={{
        page: search.page ?? 1,
        pageSize: search.page_size ?? usualPageSize,
        count: data?.count ?? 0,
        onPage: (page) => onSearch({ page }),
        onPageSize: (page_size) => onSearch(userListSearch.pick({ page_size: true }).parse({ page_size })),
      }}
      onOpen={open}
      actions={actions}
      empty={<EmptyList isFiltered={isFiltered} onForget={forget} />}
    />
  )
}

function UsersExport({ search }: Pick<ListProps, 'search'>) {
  const { data } = useQuery(usersQuery(search))
  return <ExportMenu path="/auth/users/export" filters={usersAsked(search)} count={data?.count} />
}

function Count({ search }: Pick<ListProps, 'search'>) {
  const { data } = useQuery(usersQuery(search))
  return pluralize(data?.count, 'usuario', 'usuarios')
}

const route = getRouteApi('/staff/usuarios')

/** Lists the users: workers of the partner companies and staff (spec: backoffice §2). */
export function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { add, acts, dialogs } = useActing()
  const onSearch = (change: UserListSearch) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) })
  const close = () => void navigate({ search: (old) => ({ ...old, ver: undefined }) })
  return (
    <>
      <PageHeader
        title="Usuarios"
        crumbs={[<HomeCrumb key="home" />, 'Gestión', 'Usuarios']}
        detail={<Count search={search} />}
        actions={
          <>
            <UsersExport search={search} />
            <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={add}>
              NUEVO USUARIO
            </Button>
          </>
        }
      />
      <Filters search={search} onSearch={onSearch} />
      <List search={search} onSearch={onSearch} acts={acts} />
      <UserDialog id={search.ver} acts={acts} onClose={close} />
      {dialogs}
    </>
  )
}
