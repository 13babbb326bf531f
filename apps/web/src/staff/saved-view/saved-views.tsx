import { Button, Menu, Text } from '@mantine/core'
import type { SavedView, SavedViewList } from '@quincena/domain/saved-views/schema'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { savedViewsQuery } from './api.ts'
import { filtersOf, hasUnsavedText, isSameView, unsavedText } from './filters-of.ts'
import { ManageDialog } from './manage-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'

const paths = {
  credits: '/creditos',
  advances: '/anticipos',
  users: '/usuarios',
  companies: '/empresas',
  transfers: '/stp',
} as const satisfies Record<SavedViewList, string>

interface ListViewsProps {
  list: SavedViewList
  /** The search parameters of the list's URL. */
  search: object
}

interface ItemsProps extends ListViewsProps {
  onSave: () => void
  onManage: () => void
}

function Hint({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" px={12} py={8}>
      {children}
    </Text>
  )
}

function Views({
  views,
  current,
  onOpen,
}: {
  views: readonly SavedView[]
  current: SavedView['search']
  onOpen: (view: SavedView) => void
}) {
  if (views.length === 0) return <Hint>Aún no tienes. Elige filtros y guárdalos con un nombre.</Hint>
  return views.map((view) => (
    <Menu.Item
      key={view.id}
      onClick={() => onOpen(view)}
      rightSection={isSameView(view.search, current) ? smallIcon(IconCheck) : undefined}
    >
      {view.name}
    </Menu.Item>
  ))
}

function Items({ list, search, onSave, onManage }: ItemsProps) {
  const { data, error, refetch } = useQuery(savedViewsQuery(list))
  const navigate = useNavigate()
  const current = filtersOf(search)
  const isEmpty = Object.keys(current).length === 0
  if (error && data === undefined)
    return <ErrorState title="No se pudieron cargar tus vistas." error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={3} />
  return (
    <>
      <Menu.Label>Tus vistas</Menu.Label>
      <Views
        views={data.results}
        current={current}
        onOpen={(view) => void navigate({ to: paths[list], search: view.search })}
      />
      <Menu.Divider />
      <Menu.Item leftSection={smallIcon(IconBookmarkPlus)} disabled={isEmpty} onClick={onSave}>
        Guardar los filtros actuales
      </Menu.Item>
      {isEmpty && hasUnsavedText(search) && <Hint>{unsavedText}</Hint>}
      {data.results.length > 0 && (
        <Menu.Item leftSection={smallIcon(IconPencil)} onClick={onManage}>
          Cambiar o eliminar vistas
        </Menu.Item>
      )}
    </>
  )
}

/** The views of a list that the user saved: opens, saves, renames and deletes them. They load when the menu opens. */
export function SavedViews(props: ListViewsProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={280} keepMounted={false}>
        <Menu.Target>
          <Button variant="default" leftSection={smallIcon(IconBookmark)}>
            Vistas
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Items {...props} onSave={() => setDialog('save')} onManage={() => setDialog('manage')} />
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <NameDialog {...props} onClose={close} />}
      {dialog === 'manage' && <ManageDialog {...props} onClose={close} />}
    </>
  )
}
