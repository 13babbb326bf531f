import { Button, Group } from '@mantine/core'
import type { SavedView, SavedViewList } from '@quincena/domain/saved-views/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { savedViewsQuery, useChangeView, useDeleteView } from './api.ts'
import { filtersOf, hasUnsavedText, isSameView, unsavedText } from './filters-of.ts'
import classes from './manage-dialog.module.css'
import { NameDialog } from './name-dialog.tsx'

interface LineProps {
  view: SavedView
  current: SavedView['search']
  onRename: () => void
}

function Line({ view, current, onRename }: LineProps) {
  const { id, name, search } = view
  const change = useChangeView()
  const remove = useDeleteView()
  const mayReplace = Object.keys(current).length > 0 && !isSameView(search, current)
  return (
    <li className={classes.line}>
      <span className={classes.name}>{name}</span>
      <Group gap={8}>
        {mayReplace && (
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            onClick={() =>
              change.mutate(
                { id, search: current },
                { onSuccess: () => toast.success('Vista actualizada.'), onError: toast.error },
              )
            }
            aria-label={`Poner los filtros actuales en ${name}`}
          >
            Usar filtros actuales
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onRename} aria-label={`Renombrar ${name}`}>
          Renombrar
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(id, { onSuccess: () => toast.success('Vista eliminada.'), onError: toast.error })
          }
          aria-label={`Eliminar ${name}`}
        >
          Eliminar
        </Button>
      </Group>
    </li>
  )
}

interface ManageDialogProps {
  list: SavedViewList
  /** The search parameters of the list's URL. */
  search: object
  onClose: () => void
}

/** Renames, updates and deletes the user's views of a list. */
export function ManageDialog({ list, search, onClose }: ManageDialogProps) {
  const query = useQuery(savedViewsQuery(list))
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const current = filtersOf(search)
  if (renamed)
    return <NameDialog list={list} search={search} view={renamed} onClose={() => setRenamed(null)} />
  return (
    <Dialog opened onClose={onClose} title="Tus vistas" size={640}>
      {hasUnsavedText(search) && <Notice tone="info">{unsavedText}</Notice>}
      {query.data === undefined ? (
        <LoadState query={query} title="No se pudieron cargar tus vistas." lines={3} />
      ) : (
        <ul className={classes.list}>
          {query.data.results.map((view) => (
            <Line key={view.id} view={view} current={current} onRename={() => setRenamed(view)} />
          ))}
        </ul>
      )}
      {query.data?.results.length === 0 && <p className={classes.none}>Ya no tienes vistas de esta lista.</p>}
    </Dialog>
  )
}
